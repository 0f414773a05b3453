import type { RpcInput, RpcReply } from '../../contracts/rpc.ts'
import { err, ok } from '../../contracts/result.ts'
import { ownFolder, readOwnFile } from '../documents/own-folder.ts'
import type { FileJournals } from '../journal/file-journals.ts'
import { JOURNAL_FILE } from '../journal/journal-lines.ts'
import type { ProjectFolders } from '../project/folders.ts'

export function readJournalPage(
  { folders, journals }: { folders: ProjectFolders; journals: FileJournals },
  { feature, before, limit }: RpcInput<'journal'>,
): RpcReply<'journal'> {
  const folder = ownFolder(folders, { kind: 'spec', name: feature })
  if (folder === null) return err({ code: 'NOT_FOUND', feature })
  const isThere = readOwnFile(folder, JOURNAL_FILE, 0) !== null
  return ok(isThere ? journals.page(feature, { before, limit }) : { entries: [], hasMore: false })
}
