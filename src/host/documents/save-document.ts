import { isUtf8 } from 'node:buffer'
import { hash } from 'node:crypto'
import { lstatSync } from 'node:fs'
import { basename, join } from 'node:path'
import type { Rejection } from '../../contracts/rejections.ts'
import { err, ok, type Result } from '../../contracts/result.ts'
import type { RpcInput } from '../../contracts/rpc.ts'
import { failureOf } from '../runs/failure-words.ts'
import type { DurableFiles } from '../files/durable-files.ts'
import { folderOfDocument, ownLiveFolder, readOwnFile, type OwnFile } from './own-folder.ts'
import { isTooLarge, MAX_DOCUMENT_BYTES, versionOf, type DocumentPlace } from './read-document.ts'

/** Replaces a document of an item, unless it has changed since `base` was read. */
export async function saveDocument(
  { folders, workspaceOf }: DocumentPlace,
  files: DurableFiles,
  { item, document, text, base }: RpcInput<'saveDocument'>,
): Promise<Result<{ version: string }, Rejection>> {
  const live = ownLiveFolder(folders, item, workspaceOf(item))
  const folder = live === null ? null : folderOfDocument(live, item, document)
  if (folder === null) return err({ code: 'NO_DOCUMENT', item, document })
  return saveIn(folder, files, { item, document, text, base })
}

export async function saveIn(
  folder: string,
  files: DurableFiles,
  { item, document, text, base }: RpcInput<'saveDocument'>,
): Promise<Result<{ version: string }, Rejection>> {
  const name = basename(document)
  const path = join(folder, name)
  const now = (): OwnFile | null => readOwnFile(folder, name, MAX_DOCUMENT_BYTES)
  const before = now()
  const styled = inStyleOf(before?.bytes.toString('utf8') ?? '', text)
  // Already saved: by a host, for example, that died before it could answer.
  if (before?.bytes.equals(Buffer.from(styled)) === true) return ok({ version: versionOf(before) })
  const refusal = refusalOf(before, path, { item, document, text, base })
  if (refusal !== null) return err(refusal)
  try {
    await files.replace(path, styled, {
      ...(before === null ? {} : { mode: before.mode }),
      check: () => assertUnchanged(base, now()),
    })
  } catch (error) {
    if (error instanceof ChangedMeanwhile)
      return err({ code: 'DOCUMENT_CHANGED', item, document, version: error.version })
    return err(failureOf(error).rejection)
  }
  return ok({ version: hash('sha256', styled).slice(0, 16) })
}

class ChangedMeanwhile extends Error {
  readonly version: string | null

  constructor(version: string | null) {
    super('the document has changed')
    this.version = version
  }
}

const currentVersion = (file: OwnFile | null): string | null =>
  file === null ? null : versionOf(file)

function assertUnchanged(base: string | null, file: OwnFile | null): void {
  const version = currentVersion(file)
  if (version !== base) throw new ChangedMeanwhile(version)
}

function refusalOf(
  before: OwnFile | null,
  path: string,
  { item, document, text, base }: RpcInput<'saveDocument'>,
): Rejection | null {
  const limit = MAX_DOCUMENT_BYTES
  const version = currentVersion(before)
  // Something else than a regular file is there, such as a link: it is not replaced.
  if (before === null && isTaken(path)) return { code: 'NO_DOCUMENT', item, document }
  if (version !== base) return { code: 'DOCUMENT_CHANGED', item, document, version }
  const isLarge = Buffer.byteLength(text) > limit || (before !== null && isTooLarge(before))
  if (isLarge) return { code: 'DOCUMENT_TOO_LARGE', document, limit }
  // The page showed replacement characters: saving them would destroy the original bytes.
  if (before !== null && !isUtf8(before.bytes))
    return { code: 'SPEC_UNREADABLE', file: path, detail: 'not UTF-8' }
  return null
}

const isTaken = (path: string): boolean => lstatSync(path, { throwIfNoEntry: false }) !== undefined

/** Keeps the file's line endings and byte order mark, which a browser's editor drops. */
export function inStyleOf(old: string, text: string): string {
  const plain = text.replace(/^\uFEFF/, '')
  const hasCrlf = old.includes('\r\n') && !/(?:^|[^\r])\n/.test(old)
  const body = hasCrlf ? plain.replaceAll(/\r?\n/g, '\r\n') : plain
  return old.startsWith('\uFEFF') ? `\uFEFF${body}` : body
}
