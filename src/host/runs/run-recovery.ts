import { setImmediate as nextTurn } from 'node:timers/promises'
import type { AgentInfo } from '../../contracts/agent.ts'
import type { FeatureName } from '../../contracts/ids.ts'
import type { JournalEntry } from '../../contracts/journal.ts'
import type { AutoExecutionState } from '../../contracts/run-state.ts'
import { evolve, initialState } from '../../core/state/evolve.ts'
import { isLive } from '../../core/handlers/begin.ts'
import { recoveryRank } from '../../core/handlers/recovery.ts'
import { glanceAtJournal } from '../journal/journal-glance.ts'
import { listFeatures, specDirOf, type ProjectFolders } from '../project/folders.ts'
import { readRunMarker } from './run-marker.ts'

/** Runs of this checkout that were at work when their host died, in the order to recover them. */
export async function deadHostsRuns(folders: ProjectFolders): Promise<FeatureName[]> {
  const found: { feature: FeatureName; rank: number; since: string }[] = []
  for (const feature of listFeatures(folders)) {
    const marker = readRunMarker(folders, feature)
    if (marker === null) continue
    await nextTurn()
    const entries = glance(folders, feature)
    const state = entries && stateFrom(entries, feature)
    if (!entries || !state || !isLive(state) || state.runId !== marker.runId) continue
    const since = entries.findLast(isBeginning)?.time ?? ''
    found.push({ feature, rank: recoveryRank(state), since })
  }
  return found
    .toSorted((a, b) => a.rank - b.rank || (a.since < b.since ? -1 : 1))
    .map(({ feature }) => feature)
}

/** Whether a run that may still go on names this agent as its last. */
export function isLastOfOpenRun(folders: ProjectFolders, agent: AgentInfo): boolean {
  const entries = glance(folders, agent.feature)
  if (entries === null) return true
  const state = stateFrom(entries, agent.feature)
  return state.step?.agentId === agent.agentId && state.status !== 'completed'
}

const isBeginning = ({ type }: JournalEntry): boolean =>
  type === 'run.started' || type === 'run.resumed'

const stateFrom = (entries: JournalEntry[], feature: FeatureName): AutoExecutionState =>
  entries.reduce(evolve, initialState(feature))

/** Null when its journal cannot be read. */
function glance(folders: ProjectFolders, feature: FeatureName): JournalEntry[] | null {
  try {
    return glanceAtJournal(specDirOf(folders, feature))
  } catch {
    return null
  }
}
