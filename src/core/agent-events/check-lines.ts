import type { AgentEvent } from '../../contracts/agent-events.ts'

const PREFIX = 'check:'

/** The agent name under which a host check is listed. */
export const checkAgent = (name: string): string => `${PREFIX}${name}`

export const isCheckAgent = (agent: string): boolean => agent.startsWith(PREFIX)

/** Null for a real agent. */
export const checkNameOf = (agent: string): string | null =>
  isCheckAgent(agent) ? agent.slice(PREFIX.length) : null

/** A check's output is plain text, even if it looks like events. */
export const readCheckLine = (line: string): AgentEvent[] =>
  line.trim() === '' ? [] : [{ type: 'unknown', line }]
