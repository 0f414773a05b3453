import type { AgentProblem, PermissionAnswer, Usage } from './launch/agent.ts'

/** One vocabulary for what every agent CLI prints. */
export type AgentEvent =
  | { type: 'session-started'; sessionId: string; model: string | null }
  | { type: 'text'; text: string }
  | { type: 'thinking'; text: string }
  | { type: 'tool-call'; id: string; name: string; input: unknown }
  | { type: 'tool-result'; id: string; ok: boolean; text: string }
  | { type: 'permission-denied'; tool: string }
  | { type: 'permission-asked'; id: string; tool: string; input: unknown }
  | { type: 'permission-answered'; id: string; answer: PermissionAnswer; by: 'person' | 'timeout' }
  | { type: 'usage'; usage: Usage }
  /** `resetsAt` is in seconds since 1970; null when unknown. */
  | { type: 'quota-reached'; resetsAt: number | null }
  /** The model's server said how long to wait before the next request. */
  | { type: 'retry-after'; seconds: number }
  | { type: 'retrying'; attempt: number | null; message: string }
  | {
      type: 'ended'
      ok: boolean
      message: string
      sessionId: string | null
      usage: Usage | null
      deniedTools: string[]
      /** Set when it failed for a reason other than its own work. */
      problem: AgentProblem | null
    }
  | { type: 'unknown'; line: string }
