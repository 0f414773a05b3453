import { describe, expect, it } from 'vitest'
import type { AgentEvent } from '../../contracts/agent-events.ts'
import { lineReaderFor } from './line-reader.ts'

const LINES = 100_000

/** Complete lines as the CLIs print them; the first of each reports success. */
const SAMPLES: Readonly<Record<string, readonly object[]>> = {
  claude: [
    {
      type: 'result',
      subtype: 'success',
      is_error: false,
      result: 'done',
      session_id: 's1',
      total_cost_usd: 0.01,
      usage: { input_tokens: 2400, cache_read_input_tokens: 400, output_tokens: 68 },
      permission_denials: [{ tool_name: 'Bash' }],
      modelUsage: { opus: { inputTokens: 1, outputTokens: 2 } },
    },
    {
      type: 'result',
      subtype: 'success',
      is_error: true,
      result: 'API Error: 529',
      api_error_status: 529,
    },
    { type: 'rate_limit_event', rate_limit_info: { status: 'rejected', resetsAt: 1_794_739_078 } },
    { type: 'system', subtype: 'init', session_id: 's1', model: 'opus' },
    { type: 'assistant', message: { content: [{ type: 'text', text: 'こんにちは' }] } },
    { type: 'sdd-event', event: { type: 'permission-asked', id: 'q1', tool: 'Write', input: {} } },
  ],
  codex: [
    { type: 'turn.completed', usage: { input_tokens: 2400, output_tokens: 68 } },
    { type: 'turn.failed', error: { message: 'unexpected status 401 Unauthorized' } },
    { type: 'thread.started', thread_id: 't1' },
    { type: 'item.completed', item: { id: 'i', type: 'file_change', changes: [{ path: 'a' }] } },
    { type: 'item.started', item: { id: 'i', type: 'command_execution', command: 'ls' } },
    { type: 'error', message: 'Reconnecting... 5/5' },
  ],
  gemini: [
    {
      type: 'sdd-event',
      event: { type: 'ended', ok: true, message: 'done', sessionId: null, usage: null },
    },
    {
      type: 'sdd-event',
      event: { type: 'ended', ok: false, message: 'no', problem: { kind: 'quota', retryAt: null } },
    },
    { type: 'sdd-event', event: { type: 'session-started', sessionId: 's', model: null } },
    { type: 'sdd-event', event: { type: 'tool-call', id: 't', name: 'write_file', input: {} } },
    { type: 'sdd-event', event: { type: 'permission-answered', id: 'q1', answer: 'deny' } },
  ],
}

describe.each(Object.keys(SAMPLES))('100,000 mutated lines of %s', (agent) => {
  it('never throw, and never claim success that no whole line claims', () => {
    const read = lineReaderFor(agent)
    const random = seeded(7)
    const texts = (SAMPLES[agent] ?? []).map((sample) => JSON.stringify(sample))
    const claims: string[] = []
    for (let count = 0; count < LINES; count += 1) {
      const line = mutated(texts, random)
      if (read(line).some(isSuccess) && !saysSuccess(agent, line)) claims.push(line)
    }
    expect(claims).toEqual([])
    expect(read(texts[0] ?? '').some(isSuccess)).toBe(true)
  })
})

const isSuccess = (event: AgentEvent): boolean => event.type === 'ended' && event.ok

/** Independent of the readers: looks only at the whole line as JSON. */
function saysSuccess(agent: string, line: string): boolean {
  const message = JSON.parse(line.trim()) as Record<string, unknown>
  if (agent === 'codex') return message['type'] === 'turn.completed'
  if (agent === 'claude' && message['type'] === 'result') return message['is_error'] === false
  const event = message['event'] as Record<string, unknown> | undefined
  return event?.['type'] === 'ended' && event['ok'] === true
}

/** Cuts, doubles, swaps and inserts bytes, and joins lines. */
function mutated(texts: readonly string[], random: (below: number) => number): string {
  let text = texts[random(texts.length)] ?? ''
  for (let rounds = 1 + random(3); rounds > 0; rounds -= 1) {
    const at = random(text.length + 1)
    const length = random(12)
    const other = texts[random(texts.length)] ?? ''
    const from = random(other.length + 1)
    const pieces = [
      '',
      text.slice(at, at + length),
      other.slice(from, from + length),
      other,
      String.fromCharCode(random(0x3000)),
      FRAGMENTS[random(FRAGMENTS.length)] ?? '',
    ]
    const piece = pieces[random(pieces.length)] ?? ''
    text = text.slice(0, at) + piece + text.slice(random(2) === 0 ? at : at + length)
  }
  return text
}

const FRAGMENTS = ['"', '{', '}', '[', ']', ',', 'null', 'true', 'false', '0', '-1e999', '\\u0000']

/** The same numbers in every run, so that failures are reproducible. */
function seeded(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}
