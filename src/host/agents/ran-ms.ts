import type { AgentInfo } from '../../contracts/launch/agent.ts'

/** The end of a lost agent is unknown; its last output proves that it was still alive then. */
export function ranMsOf(agent: AgentInfo | null, isLost: boolean): number | null {
  const until = isLost ? agent?.lastOutputAt : agent?.endedAt
  if (!agent || !until) return null
  return Math.max(0, Date.parse(until) - Date.parse(agent.startedAt))
}
