import type { ChangedFile } from '../../../../../contracts/views/changes.ts'
import { isDocumentBeside } from '../../../../../core/formats/layouts.ts'
import { itemKey, type WorkItem } from '../../../../../contracts/work-item.ts'

/** The files of one owner. */
export interface Section {
  /** `item` for the item's own section. */
  key: string
  owner: { by: 'item' | 'person' } | { by: 'other'; item: WorkItem }
  files: ChangedFile[]
}

/** The item's own files first, then those of each other owner. */
export function sectionsOf(files: readonly ChangedFile[]): Section[] {
  const sections = new Map<string, Section>([
    ['item', { key: 'item', owner: { by: 'item' }, files: [] }],
  ])
  for (const file of files) {
    const { owner } = file
    const key = owner.by === 'other' ? itemKey(owner.item) : owner.by
    const section = sections.get(key) ?? { key, owner, files: [] }
    section.files.push(file)
    sections.set(key, section)
  }
  return [...sections.values()]
}

const MANY_FILES = 40
const MANY_LINES = 1500
const MANY_LINES_IN_ALL = 6000

/** The files open by default: as much as one would read from top to bottom. */
export function openAtFirst(
  item: WorkItem,
  files: readonly ChangedFile[],
  isViewed: (file: ChangedFile) => boolean,
): ReadonlySet<string> {
  const open = new Set<string>()
  let lines = 0
  for (const file of files) {
    const size = linesOf(file)
    if (file.owner.by !== 'item' || isViewed(file)) continue
    // Documents have their own tab.
    if (isDocumentBeside(item, file.path)) continue
    if (size > MANY_LINES || lines + size > MANY_LINES_IN_ALL || open.size >= MANY_FILES) continue
    lines += size
    open.add(file.path)
  }
  return open
}

export const linesOf = ({ added, removed }: ChangedFile): number => (added ?? 0) + (removed ?? 0)

export interface Counts {
  added: number
  removed: number
}

export const countsOf = (files: readonly ChangedFile[]): Counts => ({
  added: files.reduce((sum, file) => sum + (file.added ?? 0), 0),
  removed: files.reduce((sum, file) => sum + (file.removed ?? 0), 0),
})
