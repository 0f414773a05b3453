import { useMemo } from 'react'
import type { AgentInfo } from '../../../contracts/launch/agent.ts'
import type { AgentId } from '../../../contracts/ids.ts'
import { itemKey } from '../../../contracts/work-item.ts'
import type { ItemRow } from '../../../contracts/views/board.ts'
import { needOf, needsOf, silentAgents, type Need } from '../../../core/views/needs-you.ts'
import { standOf, type Stand } from '../../../core/views/standing.ts'
import { useAgents } from '../agents/agents-store.ts'
import { memoLast } from './memo-last.ts'
import { rowList, useRows } from './rows-store.ts'

const silentIn = (agents: ReadonlyMap<AgentId, AgentInfo>) => silentAgents(agents.values())

/** Agents report often, but the set of silent ones rarely changes. */
const silentOf = memoLast(silentIn, (before, now) => {
  const same = [...now].every(([key, agent]) => before.get(key)?.agentId === agent.agentId)
  return same && before.size === now.size
})

export const useSilentAgents = () => useAgents(({ agents }) => silentOf(agents))

const needsIn = memoLast(needsOf)

/** Everything that needs the user, computed once per change for list, badges and title. */
export function useNeeds(): Need[] {
  const rows = useRows((state) => rowList(state.rows))
  return needsIn(rows, useSilentAgents())
}

export function useStand(row: ItemRow): Stand {
  const silent = useSilentAgents().get(itemKey(row.item)) ?? null
  return useMemo(() => standOf(row, needOf(row, silent)), [row, silent])
}
