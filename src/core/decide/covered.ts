import type { Covers } from '../../contracts/journal.ts'
import { approvedWith } from '../formats/document-names.ts'
import { layoutOf, type Named } from '../formats/item-place.ts'
import type { Facts } from './facts.ts'
import { contentOf } from './written.ts'

/** Whether the approval of a document also covers files in folders, in the item's format. */
export function coversFolders(item: Named, document: string): boolean {
  const { folders, covered } = layoutOf(item)
  return covered.some((folder) => folders[folder] === document)
}

/** The files in folders that the approval of a document covers, as they are on disk now. */
export const coveredBy = (item: Named, document: string, { files }: Pick<Facts, 'files'>): Covers =>
  partOf(
    item,
    document,
    Object.fromEntries(Object.entries(files).map(([name, file]) => [name, file.fingerprint])),
  )

export function partOf(item: Named, document: string, all: Covers): Covers {
  const layout = layoutOf(item)
  return Object.fromEntries(
    Object.entries(all).filter(([name]) => approvedWith(layout, name) === document),
  )
}

/** The files whose content differs, or that only one of the two has. */
export function changedIn(before: Covers, now: Covers): string[] {
  const names = new Set([...Object.keys(before), ...Object.keys(now)])
  const isOther = (name: string): boolean =>
    contentOf(before[name] ?? null) !== contentOf(now[name] ?? null)
  return [...names].filter(isOther).toSorted()
}

interface ItemDocument {
  item: Named
  document: string
}

/** Whether the content of a document, or of a file its approval covers, has changed. */
export function isChanged(
  { item, document }: ItemDocument,
  before: Covers,
  facts: Pick<Facts, 'files'>,
): boolean {
  const now = facts.files[document]?.fingerprint ?? null
  if (contentOf(before[document] ?? null) !== contentOf(now)) return true
  return changedIn(partOf(item, document, before), coveredBy(item, document, facts)).length > 0
}
