import type { RpcInput, RpcReply } from '../../contracts/rpc.ts'
import { err, ok } from '../../contracts/result.ts'
import { ownFolder, readOwnFile } from '../documents/own-folder.ts'
import { journalPage } from '../journal/journal-page.ts'
import { JOURNAL_FILE } from '../journal/journal-lines.ts'
import type { ProjectFolders } from '../project/folders.ts'

export function readJournalPage(
  folders: ProjectFolders,
  { feature, before, limit }: RpcInput<'journal'>,
): RpcReply<'journal'> {
  const folder = ownFolder(folders, { kind: 'spec', name: feature })
  if (folder === null) return err({ code: 'NOT_FOUND', feature })
  const file = readOwnFile(folder, JOURNAL_FILE, Number.MAX_SAFE_INTEGER)
  if (file === null) return ok({ entries: [], hasMore: false })
  return ok(journalPage(file.bytes, { before, limit }))
}
