import type { AgentEvent } from '../../contracts/agent-events.ts'

const PREFIX = 'check:'

/** What a command that the host runs itself is called among the agents. */
export const checkAgent = (name: string): string => `${PREFIX}${name}`

export const isCheckAgent = (agent: string): boolean => agent.startsWith(PREFIX)

/** Null for an agent. */
export const checkNameOf = (agent: string): string | null =>
  isCheckAgent(agent) ? agent.slice(PREFIX.length) : null

/** Its output is plain text, whatever it looks like. */
export const readCheckLine = (line: string): AgentEvent[] =>
  line.trim() === '' ? [] : [{ type: 'unknown', line }]
