import type { AgentProblem, Usage } from '../contracts/launch/agent.ts'

export interface ConversationEnd {
  ok: boolean
  message: string
  usage: Usage | null
  problem: AgentProblem | null
}

/** One prompt to a CLI over pipes, to its end. */
export interface Conversation {
  /** Null when the CLI prints the final event itself. */
  run(prompt: string): Promise<ConversationEnd | null>
  /** Asks the agent to stop; it may ignore this. */
  cancel(): Promise<void>
  /** For an end that comes early: null when nothing was reported, or the CLI printed it itself. */
  usageSoFar(): Usage | null
}
