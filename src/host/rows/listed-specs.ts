import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { FeatureName } from '../../contracts/ids.ts'
import type { AutoExecutionState } from '../../contracts/run-state.ts'
import { evolve, initialState } from '../../core/state/evolve.ts'
import { JOURNAL_FILE } from '../journal/journal-lines.ts'
import { glanceAtJournal } from '../journal/journal-glance.ts'
import { listFeatures, type ProjectFolders, specDirOf, specExists } from '../project/folders.ts'

/** All specs, with those whose spec.json is gone while their run is not over. */
export const listedSpecs = (folders: ProjectFolders): FeatureName[] =>
  listFeatures(folders, (feature) => isListed(folders, feature))

export const isListed = (folders: ProjectFolders, feature: FeatureName): boolean =>
  specExists(folders, feature) || hasOpenRun(specDirOf(folders, feature), feature)

/** Somebody has yet to see how it ended, or to go on with it. */
export const isOpenRun = ({ status }: AutoExecutionState): boolean =>
  status !== 'idle' && status !== 'completed'

function hasOpenRun(specDir: string, feature: string): boolean {
  if (!existsSync(join(specDir, JOURNAL_FILE))) return false
  try {
    return isOpenRun(glanceAtJournal(specDir).reduce(evolve, initialState(feature)))
  } catch {
    // A link, a folder or what nobody may read: no run of this program.
    return false
  }
}
