import type { AgentRecord } from '../../../contracts/launch/agent.ts'
import { agentIdSchema, isRunAgentId, type AgentId } from '../../../contracts/ids.ts'
import { sameItem, type WorkItem } from '../../../contracts/work-item.ts'
import { readPlainText } from '../../files/own-files.ts'
import { readRecord, type Runtime, shownAgentFolder } from './agent-folder.ts'
import { agentIdsOnDisk } from './agents-on-disk.ts'

export interface LaunchedPrompt {
  record: AgentRecord
  text: string
}

/** The exact prompt of an agent of the item: the one with that id, or the newest. */
export function launchedPrompt(
  runtime: Runtime,
  item: WorkItem,
  id: string | null,
): LaunchedPrompt | null {
  const [newest] = idsOf(runtime, id)
    .map((agentId) => readRecord(shownAgentFolder(runtime, agentId)))
    .filter((record) => record !== null && sameItem(record.item, item))
    .toSorted((a, b) => ((a?.startedAt ?? '') < (b?.startedAt ?? '') ? 1 : -1))
  return newest === undefined || newest === null ? null : withText(runtime, newest)
}

/** Without an id, leaves out checks (no prompt) and agents that only answered a question. */
function idsOf(runtime: Runtime, id: string | null): AgentId[] {
  if (id === null) return agentIdsOnDisk(runtime).filter((agentId) => isRunAgentId(agentId))
  const wanted = agentIdSchema.safeParse(id)
  return wanted.success ? [wanted.data] : []
}

function withText(runtime: Runtime, record: AgentRecord): LaunchedPrompt | null {
  const text = readPlainText(shownAgentFolder(runtime, record.agentId).prompt)
  return text === null ? null : { record, text }
}
