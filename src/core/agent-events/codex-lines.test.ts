import { describe, expect, it } from 'vitest'
import { deniedByCodex, readCodexLine } from './codex-lines.ts'

const read = (value: unknown): unknown => readCodexLine(JSON.stringify(value))

describe('readCodexLine', () => {
  it('reads what Codex prints', () => {
    const item = { id: 'item_1', type: 'command_execution', command: 'ls', status: 'failed' }
    const change = { id: 'item_2', type: 'file_change', changes: [{ path: '/a' }, { path: '/b' }] }
    const lines = [
      { type: 'thread.started', thread_id: 't1' },
      { type: 'turn.started' },
      { type: 'item.completed', item: { id: 'item_0', type: 'agent_message', text: 'I look.' } },
      { type: 'item.started', item },
      { type: 'item.completed', item: { ...item, aggregated_output: 'no' } },
      { type: 'item.started', item: change },
      { type: 'item.completed', item: { ...change, status: 'completed' } },
      { type: 'error', message: 'Reconnecting... 1/5' },
      { type: 'turn.completed', usage: { input_tokens: 24, output_tokens: 6 } },
    ]
    expect(lines.flatMap((line) => readCodexLine(JSON.stringify(line)))).toEqual([
      { type: 'session-started', sessionId: 't1', model: null },
      { type: 'text', text: 'I look.' },
      { type: 'tool-call', id: 'item_1', name: 'shell', input: { command: 'ls' } },
      { type: 'tool-result', id: 'item_1', ok: false, text: 'no' },
      { type: 'tool-call', id: 'item_2', name: 'apply_patch', input: { path: '/a, /b' } },
      { type: 'tool-result', id: 'item_2', ok: true, text: '/a\n/b' },
      { type: 'retrying', attempt: null, message: 'Reconnecting... 1/5' },
      {
        type: 'ended',
        ok: true,
        message: '',
        sessionId: null,
        usage: { inputTokens: 24, outputTokens: 6 },
        deniedTools: [],
        problem: null,
      },
    ])
  })

  it.each([
    ['unexpected status 401 Unauthorized: wrong key, url: http://127.0.0.1/', 'auth'],
    ['exceeded retry limit, last status: 429 Too Many Requests', 'quota'],
    ["You've hit your usage limit. Try again at 3:05 PM.", 'quota'],
    ['We’re currently experiencing high demand, which may cause temporary errors.', 'overloaded'],
    ['stream disconnected before completion: Transport error', 'network'],
  ])('tells what kind of failure it is: %s', (message, kind) => {
    const problem = kind === null ? null : { kind, retryAt: null }
    expect(read({ type: 'turn.failed', error: { message } })).toMatchObject([
      { type: 'ended', ok: false, message, problem },
    ])
  })

  it('keeps what it does not know', () => {
    for (const odd of ['plain words', '{"type":"news"}', '{"type":"turn.comp'])
      expect(readCodexLine(odd)).toEqual([{ type: 'unknown', line: odd }])
  })

  it('finds in stderr that a patch was rejected', () => {
    const rejected = 'ERROR codex_core::tools::router: error=patch rejected: writing is blocked'
    expect(deniedByCodex(rejected)).toEqual(['apply_patch'])
    expect(deniedByCodex('a warning')).toEqual([])
  })
})
