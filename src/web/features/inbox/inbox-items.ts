import { itemKey, type WorkItem } from '../../../contracts/work-item.ts'
import type { AgentInfo } from '../../../contracts/agent.ts'
import type { ItemRow } from '../../../contracts/views/board.ts'
import type { AgentId } from '../../../contracts/ids.ts'
import type { TrustFinding } from '../../../contracts/views/trust-view.ts'
import { attentionOf, type AttentionItem } from '../../../core/views/attention.ts'
import { finishedItems, type FinishedItem } from '../../../core/report/finished-items.ts'
import { useAgents } from '../agents/agents-store.ts'
import { rowList, useRows } from '../items/rows-store.ts'
import { useTrust } from './trust-store.ts'

/** An agent that has printed nothing for a long time. */
export interface SilentAgent {
  id: string
  kind: 'hang'
  item: WorkItem
  at: string | null
  agent: AgentInfo
}

/** What the project brings that would act, before any agent is started. */
export interface TrustItem {
  id: 'trust'
  kind: 'trust'
  at: null
  findings: TrustFinding[]
}

/** What needs a decision. */
type DecisionItem = AttentionItem | SilentAgent | TrustItem
export type InboxItem = DecisionItem | FinishedItem

type Agents = ReadonlyMap<AgentId, AgentInfo>

/** Everything that waits for a person, newest first; what concerns every run before that. */
export const inboxItems = memo(
  (specs: ItemRow[], agents: Agents, undecided: TrustFinding[]): DecisionItem[] => {
    const waiting = attentionOf(specs)
    const known = new Set(waiting.map(({ item }) => itemKey(item)))
    // One that waits for an answer prints nothing either: that is one thing to do, not two.
    const silent = [...agents.values()]
      .filter(({ status, item }) => status === 'hang' && !known.has(itemKey(item)))
      .map(silentAgent)
    const items = [...waiting, ...silent]
    items.sort((a, b) => (b.at ?? '').localeCompare(a.at ?? ''))
    if (undecided.length === 0) return items
    return [{ id: 'trust', kind: 'trust', at: null, findings: undecided }, ...items]
  },
)

/** Decisions first, then the runs that ended and that you have not seen. */
export function useInboxList(): InboxItem[] {
  const decisions = useInboxItems()
  const finished = useRows(({ rows }) => finishedRows(rowList(rows)))
  return inboxList(decisions, finished)
}

export function useInboxItems(): DecisionItem[] {
  const specs = useRows(({ rows }) => rowList(rows))
  const agents = useAgents((state) => state.agents)
  const undecided = useTrust((state) => state.undecided)
  return inboxItems(specs, agents, undecided)
}

const finishedRows = memo(finishedItems)
const inboxList = memo((decisions: DecisionItem[], finished: FinishedItem[]): InboxItem[] => [
  ...decisions,
  ...finished,
])

const silentAgent = (agent: AgentInfo): SilentAgent => ({
  id: `hang:${agent.agentId}`,
  kind: 'hang',
  item: agent.item,
  at: agent.lastOutputAt ?? agent.startedAt,
  agent,
})

/** The list and its badges ask for the same thing: it is worked out once per change. */
function memo<A extends unknown[], R>(work: (...args: A) => R): (...args: A) => R {
  let last: { args: A; result: R } | null = null
  return (...args) => {
    const isSame = last !== null && args.every((arg, index) => arg === last?.args[index])
    if (last === null || !isSame) last = { args, result: work(...args) }
    return last.result
  }
}
