import { join } from 'node:path'
import type { OlderEvent } from '../../contracts/views/older-events.ts'
import type { ItemKind, WorkItem } from '../../contracts/work-item.ts'
import { readOlderAgent, readOlderEvent } from '../../core/readers/older-events.ts'
import { ownFolder, readOwnFile, realFolder } from '../documents/own-folder.ts'
import { isMissing } from '../files/errno.ts'
import type { ProjectFolders } from '../project/folders.ts'
import { namesIn } from '../files/own-files.ts'

/** The file in which the older tool kept its events. */
export const OLDER_LOG_FILE = 'events.jsonl'

const MAX_BYTES = 4 * 1024 * 1024
const MOST_AGENTS = 500
const MOST = 2000
/** Its early versions had no folder per kind. */
const FOLDERS: Record<ItemKind, readonly string[]> = { spec: ['specs', '.'], bug: ['bugs'] }
const RECORD = /^agent-[\w-]+\.json$/

/** Everything that the older tool left about an item, newest first. */
export function readOlderEvents(folders: ProjectFolders, item: WorkItem): OlderEvent[] {
  const folder = ownFolder(folders, item)
  const lines = folder === null ? [] : textIn(folder, OLDER_LOG_FILE).split('\n')
  return [...lines.flatMap((line) => readOlderEvent(line) ?? []), ...olderAgents(folders, item)]
    .sort((a, b) => b.time.localeCompare(a.time))
    .slice(0, MOST)
}

/** The older tool's agent records. */
export function olderAgents(folders: ProjectFolders, { kind, name }: WorkItem): OlderEvent[] {
  return FOLDERS[kind].flatMap((above) => {
    const folder = realFolder(folders, join(folders.runtimeDir, 'agents', above, name))
    if (folder === null) return []
    const records = sortedNames(folder).filter((file) => RECORD.test(file))
    return records
      .slice(0, MOST_AGENTS)
      .flatMap((file) => readOlderAgent(textIn(folder, file)) ?? [])
  })
}

const textIn = (folder: string, file: string): string =>
  readOwnFile(folder, file, MAX_BYTES)?.bytes.toString('utf8') ?? ''

function sortedNames(folder: string): string[] {
  try {
    return namesIn(folder).sort()
  } catch (error) {
    if (isMissing(error)) return []
    throw error
  }
}
