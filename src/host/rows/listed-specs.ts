import { isSpec, type SpecItem, type WorkItem } from '../../contracts/work-item.ts'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { AutoExecutionState } from '../../contracts/run-state.ts'
import type { UnreadFolder } from '../../contracts/views/status.ts'
import { JOURNAL_FILE } from '../journal/journal-lines.ts'
import { stateAtGlance } from '../journal/journal-glance.ts'
import { type ProjectFolders, itemDirOf, itemExists } from '../project/folders.ts'
import { findItems } from '../project/item-folders.ts'

type StateOf = (item: WorkItem) => AutoExecutionState

interface Listed {
  specs: SpecItem[]
  unread: UnreadFolder[]
}

/** All specs, including those that lost their files while their run is not over. */
export function lookForSpecs({ projectDir }: ProjectFolders, stateOf: StateOf): Listed {
  const { items, unread } = findItems(
    projectDir,
    'spec',
    (item, names) => names.includes(JOURNAL_FILE) && hasOpenRun(item, stateOf),
  )
  return { specs: items.filter(isSpec), unread }
}

export const listedSpecs = (folders: ProjectFolders, stateOf: StateOf): SpecItem[] =>
  lookForSpecs(folders, stateOf).specs

export const isListed = (
  folders: ProjectFolders,
  item: WorkItem,
  stateOf: StateOf = (one) => stateAtGlance(itemDirOf(folders, one), one),
): boolean =>
  itemExists(folders, item) ||
  (existsSync(join(itemDirOf(folders, item), JOURNAL_FILE)) && hasOpenRun(item, stateOf))

/** Its end has not been seen yet, or the run can be continued. */
export const isOpenRun = ({ status }: AutoExecutionState): boolean =>
  status !== 'idle' && status !== 'completed'

function hasOpenRun(item: WorkItem, stateOf: StateOf): boolean {
  try {
    return isOpenRun(stateOf(item))
  } catch {
    // A link, a folder or an unreadable file is no run of this program.
    return false
  }
}
