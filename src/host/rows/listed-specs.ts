import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { FeatureName } from '../../contracts/ids.ts'
import type { AutoExecutionState } from '../../contracts/run-state.ts'
import { JOURNAL_FILE } from '../journal/journal-lines.ts'
import { stateAtGlance } from '../journal/journal-glance.ts'
import { listFeatures, type ProjectFolders, specDirOf, specExists } from '../project/folders.ts'

type StateOf = (feature: FeatureName) => AutoExecutionState

/** All specs, with those whose spec.json is gone while their run is not over. */
export const listedSpecs = (folders: ProjectFolders, stateOf: StateOf): FeatureName[] =>
  listFeatures(folders, (feature) => isListed(folders, feature, stateOf))

export const isListed = (
  folders: ProjectFolders,
  feature: FeatureName,
  stateOf: StateOf = (one) => stateAtGlance(specDirOf(folders, one), one),
): boolean =>
  specExists(folders, feature) ||
  (existsSync(join(specDirOf(folders, feature), JOURNAL_FILE)) && hasOpenRun(feature, stateOf))

/** Somebody has yet to see how it ended, or to go on with it. */
export const isOpenRun = ({ status }: AutoExecutionState): boolean =>
  status !== 'idle' && status !== 'completed'

function hasOpenRun(feature: FeatureName, stateOf: StateOf): boolean {
  try {
    return isOpenRun(stateOf(feature))
  } catch {
    // A link, a folder or what nobody may read: no run of this program.
    return false
  }
}
