import type { RpcInput, RpcReply } from '../../contracts/rpc.ts'
import { err, ok } from '../../contracts/result.ts'
import { ownFolder, readOwnFile } from '../documents/own-folder.ts'
import type { FileJournals } from '../journal/file-journals.ts'
import { JOURNAL_FILE } from '../journal/journal-lines.ts'
import { readOlderEvents } from '../journal/older-log.ts'
import type { ProjectFolders } from '../project/folders.ts'

export function readJournalPage(
  { folders, journals }: { folders: ProjectFolders; journals: FileJournals },
  { item, before, limit }: RpcInput<'journal'>,
): RpcReply<'journal'> {
  const folder = ownFolder(folders, item)
  if (folder === null) return err({ code: 'NOT_FOUND', item })
  const isThere = readOwnFile(folder, JOURNAL_FILE, 0) !== null
  const page = isThere ? journals.page(item, { before, limit }) : { entries: [], hasMore: false }
  const older = page.hasMore ? [] : readOlderEvents(folders, item)
  return ok(older.length === 0 ? page : { ...page, older })
}
