import { hash } from 'node:crypto'
import { basename } from 'node:path'
import type { DocumentContent, Folder } from '../../contracts/views/documents.ts'
import type { RpcInput } from '../../contracts/rpc.ts'
import type { Workspace } from '../../contracts/host-steps.ts'
import type { WorkItem } from '../../contracts/work-item.ts'
import type { Rejection } from '../../contracts/rejections.ts'
import { err, ok, type Result } from '../../contracts/result.ts'
import type { ProjectFolders } from '../project/folders.ts'
import { readComments } from './comments-file.ts'
import { documentsIn } from './list-documents.ts'
import {
  folderOfDocument,
  ownFolder,
  ownLiveFolder,
  readOwnFile,
  type OwnFile,
} from './own-folder.ts'

export const MAX_DOCUMENT_BYTES = 2 * 1024 * 1024

export interface DocumentPlace {
  folders: ProjectFolders
  workspaceOf: (item: WorkItem) => Workspace
}

export function readFolder(
  { folders, workspaceOf }: DocumentPlace,
  item: WorkItem,
): Result<Folder, Rejection> {
  const folder = ownFolder(folders, item)
  if (folder === null) return err({ code: 'NOT_FOUND', item })
  const comments = readComments(folder)
  const live = ownLiveFolder(folders, item, workspaceOf(item))
  return ok({
    documents: live === null ? [] : documentsIn(live, item),
    comments: comments.ok ? comments.value : [],
  })
}

export function readDocument(
  { folders, workspaceOf }: DocumentPlace,
  { item, document }: RpcInput<'document'>,
): Result<DocumentContent, Rejection> {
  const live = ownLiveFolder(folders, item, workspaceOf(item))
  const folder = live === null ? null : folderOfDocument(live, item, document)
  const file = folder === null ? null : readOwnFile(folder, basename(document), MAX_DOCUMENT_BYTES)
  if (file === null) return err({ code: 'NO_DOCUMENT', item, document })
  return ok({
    name: document,
    text: textOf(file),
    version: versionOf(file),
    truncated: isTooLarge(file),
  })
}

export const isTooLarge = ({ size }: OwnFile): boolean => size > MAX_DOCUMENT_BYTES

/** Size and time suffice for a file that is too large: it cannot be saved from here. */
export const versionOf = (file: OwnFile): string =>
  hash('sha256', isTooLarge(file) ? `${file.size} ${file.changedAt.getTime()}` : file.bytes).slice(
    0,
    16,
  )

/** Drops a last character that was cut in the middle. */
function textOf(file: OwnFile): string {
  const text = file.bytes.toString('utf8').replace(/^\uFEFF/, '')
  return isTooLarge(file) ? text.replace(/\uFFFD$/, '') : text
}
