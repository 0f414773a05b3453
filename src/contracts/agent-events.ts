import type { Usage } from './agent.ts'

/** One vocabulary for what every agent CLI prints. */
export type AgentEvent =
  | { type: 'session-started'; sessionId: string; model: string | null }
  | { type: 'text'; text: string }
  | { type: 'thinking'; text: string }
  | { type: 'tool-call'; id: string; name: string; input: unknown }
  | { type: 'tool-result'; id: string; ok: boolean; text: string }
  | { type: 'permission-denied'; tool: string }
  | { type: 'usage'; usage: Usage }
  | { type: 'retrying'; attempt: number | null; message: string }
  | {
      type: 'ended'
      ok: boolean
      message: string
      sessionId: string | null
      usage: Usage | null
      deniedTools: string[]
    }
  | { type: 'unknown'; line: string }
