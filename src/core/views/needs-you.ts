import type { AgentInfo } from '../../contracts/launch/agent.ts'
import type { ItemRow } from '../../contracts/views/board.ts'
import { itemKey, type ItemKey, type WorkItem } from '../../contracts/work-item.ts'
import { attentionOf, type AttentionItem } from './attention.ts'
import { isLive } from './phase-cells.ts'

/** An agent of a live run that has printed nothing for a long time. */
export interface SilentAgent {
  id: string
  kind: 'hang'
  item: WorkItem
  at: string | null
  agent: AgentInfo
}

export type Need = AttentionItem | SilentAgent
export type SilentAgents = ReadonlyMap<ItemKey, AgentInfo>

/** The newest silent agent of each item; `agents` must be ordered oldest first. */
export function silentAgents(agents: Iterable<AgentInfo>): SilentAgents {
  const silent = new Map<ItemKey, AgentInfo>()
  for (const agent of agents) if (agent.status === 'hang') silent.set(itemKey(agent.item), agent)
  return silent
}

/**
 * What this item needs from the user, or null. Title, badges, board, header and inbox all use this:
 * computed in two places, they would disagree.
 */
export function needOf(row: ItemRow, silent: AgentInfo | null): Need | null {
  const [waiting] = attentionOf([row])
  // An agent that waits for an answer prints nothing either: that is one thing to do, not two.
  if (waiting !== undefined) return waiting
  return silent !== null && isLive(row) ? silentNeed(row.item, silent) : null
}

/** Decisions first, then what broke, then what may pass by itself; each newest first. */
export function needsOf(rows: Iterable<ItemRow>, silent: SilentAgents): Need[] {
  const needs: Need[] = []
  for (const row of rows) {
    const need = needOf(row, silent.get(itemKey(row.item)) ?? null)
    if (need !== null) needs.push(need)
  }
  return needs.sort((a, b) => urgencyOf(a) - urgencyOf(b) || (b.at ?? '').localeCompare(a.at ?? ''))
}

const silentNeed = (item: WorkItem, agent: AgentInfo): SilentAgent => ({
  id: `hang:${agent.agentId}`,
  kind: 'hang',
  item,
  at: agent.lastOutputAt ?? agent.startedAt,
  agent,
})

type Urgency = 'decide' | 'broken' | 'passing'
const URGENCIES: readonly Urgency[] = ['decide', 'broken', 'passing']

/** May get better by itself: the network, a quota, an agent that thinks for long. */
const PASSING: ReadonlySet<Need['kind']> = new Set([
  'hang',
  'quota',
  'service',
  'network',
  'interrupted',
])
/** Not a decision: something has to be repaired or retried. */
const BROKEN: ReadonlySet<Need['kind']> = new Set([
  'agent-failed',
  'agent-missing',
  'timeout',
  'postcondition',
  'crash-loop',
  'unreadable',
  'unreadable-state',
  'unreadable-spec',
  'host-failed',
  'not-available',
])

export const urgencyIn = ({ kind }: Pick<Need, 'kind'>): Urgency =>
  PASSING.has(kind) ? 'passing' : BROKEN.has(kind) ? 'broken' : 'decide'

const urgencyOf = (need: Need): number => URGENCIES.indexOf(urgencyIn(need))
