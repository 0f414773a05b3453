import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readClaudeLine } from './claude-lines.ts'

const line = (value: unknown): string => JSON.stringify(value)

const SAMPLES = [
  { type: 'system', subtype: 'init', session_id: 's1', model: 'opus', tools: ['Write'] },
  { type: 'system', subtype: 'api_retry', attempt: 2, error_status: 529, error: 'overloaded' },
  { type: 'system', subtype: 'permission_denied', tool_name: 'Bash' },
  {
    type: 'assistant',
    message: {
      content: [
        { type: 'thinking', thinking: 'hm' },
        { type: 'text', text: 'こんにちは' },
        { type: 'tool_use', id: 't1', name: 'Write', input: { path: 'a' } },
      ],
      usage: { input_tokens: 3, cache_read_input_tokens: 40, output_tokens: 5 },
    },
  },
  {
    type: 'user',
    message: {
      content: [
        { type: 'tool_result', tool_use_id: 't1', content: [{ type: 'text', text: 'written' }] },
        { type: 'tool_result', tool_use_id: 't2', content: 'no', is_error: true },
      ],
    },
  },
  {
    type: 'result',
    subtype: 'success',
    is_error: false,
    result: 'done',
    session_id: 's1',
    total_cost_usd: 0.01,
    usage: { input_tokens: 2400, cache_read_input_tokens: 400, output_tokens: 68 },
    permission_denials: [{ tool_name: 'Bash' }, { tool_name: 'Bash' }],
  },
]

describe('readClaudeLine', () => {
  it('S3 reads what Claude prints', () => {
    expect(SAMPLES.flatMap((sample) => readClaudeLine(line(sample)))).toEqual([
      { type: 'session-started', sessionId: 's1', model: 'opus' },
      { type: 'retrying', attempt: 2, message: 'overloaded' },
      { type: 'permission-denied', tool: 'Bash' },
      { type: 'thinking', text: 'hm' },
      { type: 'text', text: 'こんにちは' },
      { type: 'tool-call', id: 't1', name: 'Write', input: { path: 'a' } },
      { type: 'usage', usage: { inputTokens: 43, outputTokens: 5 } },
      { type: 'tool-result', id: 't1', ok: true, text: 'written' },
      { type: 'tool-result', id: 't2', ok: false, text: 'no' },
      {
        type: 'ended',
        ok: true,
        message: 'done',
        sessionId: 's1',
        usage: { inputTokens: 2800, outputTokens: 68, costUsd: 0.01 },
        deniedTools: ['Bash'],
        problem: null,
      },
    ])
  })

  it('D3.2 takes an API failure for a failure though its subtype says success', () => {
    const failure = { type: 'result', subtype: 'success', is_error: true, result: 'API Error: 401' }
    expect(readClaudeLine(line(failure))).toMatchObject([{ ok: false, message: 'API Error: 401' }])
  })

  it.each([
    { is_error: true },
    { subtype: 'success' },
    { subtype: 'success', is_error: 'false' },
    { subtype: 'success', is_error: 0 },
    { subtype: 'error_max_turns', is_error: false },
    { subtype: 'error_during_execution', is_error: false, errors: ['no such session'] },
  ])('D3.2 does not count as success: %j', (fields) => {
    expect(readClaudeLine(line({ type: 'result', ...fields }))).toMatchObject([{ ok: false }])
  })

  it('gives the errors as message when there is no result text', () => {
    const failure = { type: 'result', subtype: 'error_during_execution', errors: ['a', 'b'] }
    expect(readClaudeLine(line(failure))).toMatchObject([{ message: 'a\nb' }])
  })

  it.each([
    [{ api_error_status: 401, result: 'Failed to authenticate.' }, 'auth'],
    [{ api_error_status: 429, result: "You've hit your limit · resets 3pm (UTC)" }, 'quota'],
    [{ api_error_status: 529, result: 'Overloaded' }, 'overloaded'],
    [{ result: 'Claude AI usage limit reached|1767625200' }, 'quota'],
    [{ result: 'Invalid API key · Please run /login' }, 'auth'],
    [{ subtype: 'error_max_budget_usd', errors: ['Reached maximum budget ($1)'] }, 'budget'],
  ])('tells what kind of failure it is: %j', (fields, kind) => {
    const [event] = readClaudeLine(line({ type: 'result', is_error: true, ...fields }))
    expect(event).toMatchObject({ ok: false, problem: { kind, retryAt: null } })
  })

  it('sees the end of the allowance, and not that it is well', () => {
    const event = (status: string) =>
      line({ type: 'rate_limit_event', rate_limit_info: { status, resetsAt: 1_767_625_200 } })
    expect(readClaudeLine(event('rejected'))).toEqual([
      { type: 'quota-reached', resetsAt: 1_767_625_200 },
    ])
    expect(readClaudeLine(event('allowed_warning'))).toEqual([])
  })

  it('reads what the bridge adds when it may ask', () => {
    const asked = { type: 'permission-asked', id: 'q1', tool: 'Write', input: {} }
    expect(readClaudeLine(line({ type: 'sdd-event', event: asked }))).toEqual([asked])
  })

  it('counts the tokens by model when the sum is left out', () => {
    const modelUsage = { a: { inputTokens: 5, cacheReadInputTokens: 2, outputTokens: 3 }, b: 7 }
    const usage = { input_tokens: 0, output_tokens: 0 }
    const [event] = readClaudeLine(line({ type: 'result', is_error: true, usage, modelUsage }))
    expect(event).toMatchObject({ usage: { inputTokens: 7, outputTokens: 3 } })
  })

  it('an unknown cost is absent, never zero', () => {
    const usage = { input_tokens: 1, output_tokens: 1 }
    const [event] = readClaudeLine(line({ type: 'result', is_error: false, usage }))
    expect(event).toMatchObject({ usage: { inputTokens: 1, outputTokens: 1 } })
    expect(event).not.toHaveProperty('usage.costUsd')
  })

  it('leaves out noise and keeps what it does not know', () => {
    expect(readClaudeLine('')).toEqual([])
    expect(readClaudeLine('  \r')).toEqual([])
    expect(readClaudeLine(line({ type: 'stream_event' }))).toEqual([])
    expect(readClaudeLine(line({ type: 'system', subtype: 'status' }))).toEqual([])
    for (const odd of [
      'plain words',
      '[1]',
      'null',
      '"result"',
      '{"type":"news"}',
      '{"type":"res',
    ]) {
      expect(readClaudeLine(odd)).toEqual([{ type: 'unknown', line: odd }])
    }
  })

  it('never throws, and says ok only for a whole result line that says so', () => {
    const texts = SAMPLES.map(line)
    const mutated = fc
      .tuple(fc.constantFrom(...texts), fc.nat(), fc.nat(20), fc.string({ unit: 'binary' }))
      .map(([text, at, length, insert]) => {
        const from = at % (text.length + 1)
        return text.slice(0, from) + insert + text.slice(from + length)
      })
    const swapped = fc
      .tuple(fc.constantFrom(...SAMPLES), fc.dictionary(fieldName, fc.jsonValue()))
      .map(([sample, fields]) => line({ ...sample, ...fields }))
    fc.assert(
      fc.property(fc.oneof(mutated, swapped, fc.string(), fc.json()), (text) => {
        const isOk = readClaudeLine(text).some((event) => event.type === 'ended' && event.ok)
        if (!isOk) return
        const parsed = JSON.parse(text.trim())
        expect(parsed.type).toBe('result')
        expect(parsed.is_error).toBe(false)
      }),
      { numRuns: 1000 },
    )
  })

  it("A11 finds a server's retry-after in the log of its client, and hides the rest of that log", () => {
    const log = [
      '[log_c4d03e] response error (error; no more retries left) {',
      '  url: "http://127.0.0.1:38633/v1/messages?beta=true",',
      '  headers: {',
      '    "retry-after": "21600",',
      '  },',
      '}',
      'response 200 http://127.0.0.1:1/v1/messages Headers {',
    ]
    expect(log.flatMap(readClaudeLine)).toEqual([{ type: 'retry-after', seconds: 21_600 }])
    expect(readClaudeLine('Invalid API key')).toMatchObject([{ type: 'unknown' }])
  })
})

const fieldName = fc.constantFrom(
  'type',
  'subtype',
  'is_error',
  'message',
  'usage',
  'permission_denials',
  'errors',
  'result',
  'session_id',
)
