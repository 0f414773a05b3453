import { describe, expect, it } from 'vitest'
import type { AgentEvent } from '../../contracts/agent-events.ts'
import { BRIDGE_LINE, readBridgeLine } from './bridge-lines.ts'

const EVENTS: AgentEvent[] = [
  { type: 'session-started', sessionId: 's1', model: 'm' },
  { type: 'text', text: 'hello' },
  { type: 'thinking', text: 'hm' },
  { type: 'tool-call', id: 't1', name: 'write', input: { path: 'a' } },
  { type: 'tool-result', id: 't1', ok: true, text: 'written' },
  { type: 'permission-denied', tool: 'bash' },
  { type: 'permission-asked', id: 'q1', tool: 'write', input: { path: 'a' } },
  { type: 'permission-answered', id: 'q1', answer: 'allow-always', by: 'person' },
  { type: 'usage', usage: { inputTokens: 1, outputTokens: 2, costUsd: 0.5 } },
  { type: 'quota-reached', resetsAt: 1_794_739_078 },
  { type: 'retrying', attempt: 2, message: 'overloaded' },
  {
    type: 'ended',
    ok: false,
    message: 'no more',
    sessionId: null,
    usage: { inputTokens: 1, outputTokens: 2 },
    deniedTools: ['bash'],
    problem: { kind: 'quota', retryAt: '2026-01-01T00:00:00.000Z' },
  },
  { type: 'unknown', line: 'x' },
]

describe('readBridgeLine', () => {
  it.each(EVENTS)('gives back every event as it was printed: $type', (event) => {
    expect(readBridgeLine(JSON.stringify({ type: BRIDGE_LINE, event }))).toEqual([event])
  })

  it.each([
    'words of the CLI',
    '{"type":"sdd-event"}',
    '{"type":"sdd-event","event":{"type":"constructor"}}',
    '{"type":"sdd-event","event":{"type":"permission-asked"}}',
    '{"type":"other","event":{"type":"ended","ok":true}}',
  ])('takes for unknown what is none: %s', (line) => {
    expect(readBridgeLine(line)).toEqual([{ type: 'unknown', line }])
  })
})
