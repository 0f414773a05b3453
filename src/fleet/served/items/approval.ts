import { createHash } from 'node:crypto'
import type { Covers, JournalEntry } from '../../../contracts/journal.ts'
import type { ApprovalView } from '../../../contracts/views/documents.ts'
import { changedIn, partOf } from '../../../core/decide/covered.ts'
import { contentOf } from '../../../core/decide/written.ts'
import { approvedWith, documentNames } from '../../../core/formats/document-names.ts'
import { layoutOf } from '../../../core/formats/item-place.ts'
import { definitionOf } from '../../../core/workflow/workflows.ts'
import type { DocumentText } from '../../../host/files/item-documents.ts'
import type { Mirrors } from '../../git/mirrors.ts'
import type { Documents } from '../../runs/fleet-items.ts'
import type { ItemRow } from '../../runs/item-row.ts'

const NAME = /^[0-9a-f]{40}([0-9a-f]{24})?$/

interface Asked {
  row: ItemRow
  documents: Documents
  document: string
  entries: readonly JournalEntry[]
}

/** What the last approval of a document covers; git still has the approved text. */
export async function readApproval(
  mirrors: Mirrors,
  { row, documents, document, entries }: Asked,
): Promise<ApprovalView | null> {
  const above = approvedWith(layoutOf(row.item), document)
  const known = above ?? documentNames(row.item, documents.names()).documentIn(document)
  const last = entries.findLast(
    (entry) =>
      (entry.type === 'approval.granted' || entry.type === 'approval.revoked') &&
      definitionOf(entry.phase).document?.file === known,
  )
  if (last?.type !== 'approval.granted') return null
  const { by, time: at, covers } = last
  const others =
    above === null && covers && known ? changedParts({ row, known, documents, covers }) : []
  const about = { by, at, others }
  if (above !== null && covers !== undefined && !(document in covers))
    return { ...about, state: 'changed', text: '' }
  const approved = contentOf((above === null ? last.fingerprint : covers?.[document]) ?? null)
  const now = documents.read(document)
  if (approved === null || !NAME.test(approved) || !('text' in now))
    return { ...about, state: 'unknown', text: null }
  if (isAsApproved(approved, now)) return { ...about, state: 'same', text: null }
  const git = await mirrors.open(row)
  const { code, out } = await git.run(['cat-file', 'blob', approved])
  const text = code === 0 ? out.toString('utf8').replace(/^\uFEFF/, '') : null
  return { ...about, state: 'changed', text }
}

function changedParts({ row, known, documents, covers }: Covering): string[] {
  const { item } = row
  const below = documents.below().flatMap((name) => {
    const now = documents.read(name)
    const approved = contentOf(covers[name] ?? null)
    if (!('text' in now)) return []
    const isSame = approved !== null && isAsApproved(approved, now)
    return [[name, isSame ? approved : now.fingerprint]]
  })
  return changedIn(covers, partOf(item, known, Object.fromEntries(below)))
}

interface Covering extends Pick<Asked, 'row' | 'documents'> {
  known: string
  covers: Covers
}

const isAsApproved = (approved: string, { text, fingerprint }: DocumentText): boolean =>
  approved === fingerprint || approved === localFingerprint(text)

/** The fingerprint of an approval made on one machine, before the item came into the fleet. */
const localFingerprint = (text: string): string => createHash('sha1').update(text).digest('hex')
