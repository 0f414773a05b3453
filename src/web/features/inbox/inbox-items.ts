import type { AgentInfo } from '../../../contracts/agent.ts'
import type { SpecRow } from '../../../contracts/board.ts'
import type { AgentId } from '../../../contracts/ids.ts'
import { attentionOf, type AttentionItem } from '../../../core/views/attention.ts'
import { useAgents } from '../agents/agents-store.ts'
import { useSpecs } from '../specs/specs-store.ts'

/** An agent that has printed nothing for a long time. */
export interface SilentAgent {
  id: string
  kind: 'hang'
  feature: string
  at: string | null
  agent: AgentInfo
}

export type InboxItem = AttentionItem | SilentAgent

type Specs = ReadonlyMap<string, SpecRow>
type Agents = ReadonlyMap<AgentId, AgentInfo>

/** Everything that waits for a person, newest first. */
const inboxItems = memo((specs: Specs, agents: Agents): InboxItem[] => {
  const silent = [...agents.values()].filter(({ status }) => status === 'hang').map(silentAgent)
  const items: InboxItem[] = [...attentionOf(specs.values()), ...silent]
  return items.sort((a, b) => (b.at ?? '').localeCompare(a.at ?? ''))
})

export function useInboxItems(): InboxItem[] {
  const specs = useSpecs((state) => state.specs)
  const agents = useAgents((state) => state.agents)
  return inboxItems(specs, agents)
}

const silentAgent = (agent: AgentInfo): SilentAgent => ({
  id: `hang:${agent.agentId}`,
  kind: 'hang',
  feature: agent.feature,
  at: agent.lastOutputAt ?? agent.startedAt,
  agent,
})

/** The list and its badges ask for the same thing: it is worked out once per change. */
function memo<A, B, R>(work: (a: A, b: B) => R): (a: A, b: B) => R {
  let last: { a: A; b: B; result: R } | null = null
  return (a, b) => {
    if (last === null || last.a !== a || last.b !== b) last = { a, b, result: work(a, b) }
    return last.result
  }
}
