import type { WorkItem } from '../../contracts/work-item.ts'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { AgentInfo } from '../../contracts/launch/agent.ts'
import { hasTree, isFenced, recoveryRank } from '../../core/handlers/recovery.ts'
import type { FileJournals } from '../journal/file-journals.ts'
import type { Glance } from '../journal/journal-glance.ts'
import { listItems, type ProjectFolders } from '../project/folders.ts'
import { readRunMarker } from './run-marker.ts'
import { isLive } from '../../core/workflow/rules/allowed-acts.ts'

/** Runs of this checkout that were active when their host crashed, in recovery order. */
export async function runsOfCrashedHost(
  folders: ProjectFolders,
  journals: FileJournals,
): Promise<WorkItem[]> {
  const found: { item: WorkItem; rank: number; since: string }[] = []
  for (const item of listItems(folders)) {
    await nextTurn()
    const known = ownRun(folders, journals, item)
    if (known === null || (!isLive(known.state) && !isFenced(known.state))) continue
    found.push({ item, rank: recoveryRank(known.state), since: known.begunAt ?? '' })
  }
  return found
    .toSorted((a, b) => a.rank - b.rank || (a.since < b.since ? -1 : 1))
    .map(({ item }) => item)
}

/** Runs of this checkout that were stopped, but whose host crashed before everything had ended. */
export const stoppedInCrash = (folders: ProjectFolders, journals: FileJournals): WorkItem[] =>
  listItems(folders).filter((item) => {
    const known = ownRun(folders, journals, item)
    return known !== null && isFenced(known.state)
  })

/** Open runs of this checkout that have the working tree, whether or not a host drives them. */
export const runsInTree = (folders: ProjectFolders, journals: FileJournals): WorkItem[] =>
  listItems(folders).filter((item) => {
    const known = ownRun(folders, journals, item)
    return known !== null && hasTree(known.state)
  })

/** The item's last run, if this checkout began it. */
function ownRun(folders: ProjectFolders, journals: FileJournals, item: WorkItem): Glance | null {
  const marker = readRunMarker(folders, item)
  const known = marker === null ? null : glance(journals, item)
  return known !== null && known.state.runId === marker?.runId ? known : null
}

/** Whether a run that may still continue names this agent as its last. */
export function isLastOfOpenRun(journals: FileJournals, agent: AgentInfo): boolean {
  const known = glance(journals, agent.item)
  if (known === null) return true
  return known.state.step?.agentId === agent.agentId && known.state.status !== 'completed'
}

/** Null when its journal cannot be read. */
function glance(journals: FileJournals, item: WorkItem): Glance | null {
  try {
    return journals.glance(item)
  } catch {
    return null
  }
}
