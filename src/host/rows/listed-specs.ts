import type { SpecItem, WorkItem } from '../../contracts/work-item.ts'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { AutoExecutionState } from '../../contracts/run-state.ts'
import { JOURNAL_FILE } from '../journal/journal-lines.ts'
import { stateAtGlance } from '../journal/journal-glance.ts'
import { listSpecs, type ProjectFolders, itemDirOf, itemExists } from '../project/folders.ts'

type StateOf = (item: WorkItem) => AutoExecutionState

/** All specs, with those whose spec.json is gone while their run is not over. */
export const listedSpecs = (folders: ProjectFolders, stateOf: StateOf): SpecItem[] =>
  listSpecs(folders, (item) => isListed(folders, item, stateOf))

export const isListed = (
  folders: ProjectFolders,
  item: WorkItem,
  stateOf: StateOf = (one) => stateAtGlance(itemDirOf(folders, one), one),
): boolean =>
  itemExists(folders, item) ||
  (existsSync(join(itemDirOf(folders, item), JOURNAL_FILE)) && hasOpenRun(item, stateOf))

/** Someone has yet to see how it ended, or to continue with it. */
export const isOpenRun = ({ status }: AutoExecutionState): boolean =>
  status !== 'idle' && status !== 'completed'

function hasOpenRun(item: WorkItem, stateOf: StateOf): boolean {
  try {
    return isOpenRun(stateOf(item))
  } catch {
    // A link, a folder or what no one may read: no run of this program.
    return false
  }
}
