import type { AgentOutcome } from './agent.ts'

const NOTHING_TOLD = { signal: null, sessionId: null, usage: null, deniedTools: [], problem: null }

/** The outcome of work without an agent, or whose agent reported nothing. */
export const SUCCEEDED: AgentOutcome = {
  status: 'completed',
  cause: 'success',
  exitCode: 0,
  message: '',
  ...NOTHING_TOLD,
}

export const failedOutcome = (cause: AgentOutcome['cause'], message: string): AgentOutcome => ({
  status: 'failed',
  cause,
  exitCode: null,
  message,
  ...NOTHING_TOLD,
})
