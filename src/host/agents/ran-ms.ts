import type { AgentInfo } from '../../contracts/launch/agent.ts'

/** When one was lost is not known; it certainly lived when it last printed something. */
export function ranMsOf(agent: AgentInfo | null, isLost: boolean): number | null {
  const until = isLost ? agent?.lastOutputAt : agent?.endedAt
  if (!agent || !until) return null
  return Math.max(0, Date.parse(until) - Date.parse(agent.startedAt))
}
