import type { AgentInfo, AgentStatus } from '../../../contracts/launch/agent.ts'

export interface AgentFilter {
  status: AgentStatus | null
  spec: string
}

export const isAtWork = ({ status }: Pick<AgentInfo, 'status'>): boolean =>
  status === 'running' || status === 'hang'

/** Running ones first, then the newest. */
export function agentsToShow(
  agents: Iterable<AgentInfo>,
  { status, spec }: AgentFilter,
): AgentInfo[] {
  const wanted = spec.trim().toLowerCase()
  return [...agents]
    .filter((agent) => status === null || agent.status === status)
    .filter((agent) => agent.item.name.toLowerCase().includes(wanted))
    .sort(
      (a, b) => Number(isAtWork(b)) - Number(isAtWork(a)) || b.startedAt.localeCompare(a.startedAt),
    )
}
