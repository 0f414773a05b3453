import { createHash } from 'node:crypto'
import type pg from 'pg'
import type { Database } from '../../database/database.ts'
import type { CallOrigin } from '../../../host/calls/project-calls.ts'
import type { CalledBy } from '../../../contracts/called-by.ts'
import type { Rejection } from '../../../contracts/rejections.ts'
import { err, ok } from '../../../contracts/result.ts'
import type { RpcInput, RpcReply } from '../../../contracts/rpc.ts'
import { folderOf } from '../../../core/formats/item-place.ts'
import { MAX_DOCUMENT_BYTES } from '../../../host/documents/read-document.ts'
import { inStyleOf } from '../../../host/documents/save-document.ts'
import { withTrailers } from '../../../host/git/commit-work.ts'
import { editBranch } from '../../git/branch-edit.ts'
import type { CommitDocuments } from '../../git/commit-documents.ts'
import type { Mirrors } from '../../git/mirrors.ts'
import { readItem } from '../../runs/item-row.ts'
import { keepAnswer } from './answered-calls.ts'

/** Another edit may come in between, or the end of a step. */
const TRIES = 3

interface EditParts {
  pool: pg.Pool
  mirrors: Mirrors
  commits: CommitDocuments
}

/** Replaces a document by a commit on the item's branch, unless it changed since it was read. */
export async function editDocument(
  { pool, mirrors, commits }: EditParts,
  { id, ...input }: RpcInput<'saveDocument'> & { id: number },
  { calledBy, commandId }: CallOrigin,
): Promise<RpcReply<'saveDocument'>> {
  const { item, document, base } = input
  for (let tried = 0; tried < TRIES; tried++) {
    const row = await readItem(pool, id)
    if (row === null) return err({ code: 'NOT_FOUND', item })
    const found = (await commits.load(row)).read(document)
    const before = 'text' in found ? found : null
    const version = before?.fingerprint ?? null
    if (version !== base) return err({ code: 'DOCUMENT_CHANGED', item, document, version })
    const refusal = refused(before, input)
    if (refusal !== null) return err(refusal)
    const text = inStyleOf(before?.text ?? '', input.text)
    const message = withTrailers(`${item.name}: ${document} edited`, { 'Sdd-By': nameOf(calledBy) })
    const path = `${folderOf(item)}/${document}`
    const saved = { version: blobOf(text, row.head) }
    const call = { project: row.project, method: 'saveDocument', commandId } as const
    const keep = (transaction: Database) => keepAnswer(transaction, call, saved)
    const edited = await editBranch({ pool, mirrors, keep }, row, { path, text, message })
    if (edited === 'done') return ok(saved)
    if (edited === 'busy') break
  }
  return err({ code: 'ALREADY_EXECUTING', item })
}

function refused(
  before: { text: string; fingerprint: string } | null,
  { document, text }: RpcInput<'saveDocument'>,
): Rejection | null {
  const limit = MAX_DOCUMENT_BYTES
  const largest = Math.max(Buffer.byteLength(text), Buffer.byteLength(before?.text ?? ''))
  if (largest > limit) return { code: 'DOCUMENT_TOO_LARGE', document, limit }
  // Invalid bytes were shown as replacement characters: saving would destroy the original.
  if (before !== null && blobOf(before.text, before.fingerprint) !== before.fingerprint)
    return { code: 'SPEC_UNREADABLE', file: document, detail: 'not UTF-8' }
  return null
}

/** Git's id of a file with this content; `like` is any id of the same repository. */
function blobOf(text: string, like: string | null): string {
  const bytes = Buffer.from(text)
  const hash = createHash(like?.length === 64 ? 'sha256' : 'sha1')
  return hash.update(`blob ${bytes.length}\0`).update(bytes).digest('hex')
}

export const nameOf = (calledBy: CalledBy): string =>
  calledBy.kind === 'person' ? (calledBy.device?.name ?? calledBy.user ?? 'someone') : calledBy.kind
