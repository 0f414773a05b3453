import { setImmediate as nextTurn } from 'node:timers/promises'
import type { AgentInfo } from '../contracts/agent.ts'
import type { FeatureName } from '../contracts/ids.ts'
import type { AutoExecutionState } from '../contracts/run-state.ts'
import { evolve, initialState } from '../core/evolve.ts'
import { isLive } from '../core/handlers/begin.ts'
import { glanceAtJournal } from './files/journal-glance.ts'
import { listFeatures, specDirOf, type ProjectFolders } from './project/folders.ts'
import { readRunMarker } from './run-marker.ts'

/** Runs of this checkout that were at work when their host died. */
export async function* deadHostsRuns(folders: ProjectFolders): AsyncGenerator<FeatureName> {
  for (const feature of listFeatures(folders)) {
    const marker = readRunMarker(folders.runtimeDir, feature)
    if (marker === null) continue
    await nextTurn()
    const state = glance(folders, feature)
    if (state !== null && isLive(state) && state.runId === marker.runId) yield feature
  }
}

/** Whether a run that may still go on names this agent as its last. */
export function isLastOfOpenRun(folders: ProjectFolders, agent: AgentInfo): boolean {
  const state = glance(folders, agent.feature)
  if (state === null) return true
  return state.step?.agentId === agent.agentId && state.status !== 'completed'
}

/** Null when its journal cannot be read. */
function glance(folders: ProjectFolders, feature: FeatureName): AutoExecutionState | null {
  try {
    return glanceAtJournal(specDirOf(folders, feature)).reduce(evolve, initialState(feature))
  } catch {
    return null
  }
}
