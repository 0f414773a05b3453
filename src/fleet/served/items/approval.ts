import { createHash } from 'node:crypto'
import type { JournalEntry } from '../../../contracts/journal.ts'
import type { ApprovalView } from '../../../contracts/views/documents.ts'
import { contentOf } from '../../../core/decide/written.ts'
import { documentNames } from '../../../core/formats/document-names.ts'
import { definitionOf } from '../../../core/workflow/workflows.ts'
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

/** What the last approval of a document covers: git still has the text of it. */
export async function readApproval(
  mirrors: Mirrors,
  { row, documents, document, entries }: Asked,
): Promise<ApprovalView | null> {
  const known = documentNames(row.item, documents.names()).documentIn(document)
  const last = entries.findLast(
    (entry) =>
      (entry.type === 'approval.granted' || entry.type === 'approval.revoked') &&
      definitionOf(entry.phase).document?.file === known,
  )
  if (last?.type !== 'approval.granted') return null
  const { by, time: at } = last
  const approved = contentOf(last.fingerprint ?? null)
  const now = documents.read(document)
  if (approved === null || !NAME.test(approved) || !('text' in now))
    return { by, at, state: 'unknown', text: null }
  if (approved === now.fingerprint || approved === onOneMachine(now.text))
    return { by, at, state: 'same', text: null }
  const git = await mirrors.open(row)
  const { code, out } = await git.run(['cat-file', 'blob', approved])
  const text = code === 0 ? out.toString('utf8').replace(/^\uFEFF/, '') : null
  return { by, at, state: 'changed', text }
}

/** As an approval was noted before the item came into the fleet. */
const onOneMachine = (text: string): string => createHash('sha1').update(text).digest('hex')
