import { describe, expect, it } from 'vitest'
import { lineReaderFor } from '../../../core/agent-events/line-reader.ts'
import { type AgentExit, decideOutcome } from './outcome.ts'
import { createTranscriptReader, emptyTranscript, type EndedEvent } from './transcript.ts'

const ended = (ok: boolean): EndedEvent => ({
  type: 'ended',
  ok,
  message: ok ? 'done' : 'API Error: 401',
  sessionId: 's1',
  usage: null,
  deniedTools: [],
  problem: null,
})

type Facts = { exit: AgentExit; end?: EndedEvent; isStopped?: boolean; errorOutput?: string }

const decide = ({ exit, end, isStopped = false, errorOutput = '' }: Facts) =>
  decideOutcome({
    exit,
    isStopped,
    transcript: { ...emptyTranscript(), ended: end ?? null, lastWords: 'last words' },
    errorOutput,
    agent: 'claude',
    endedAt: new Date('2026-01-01T00:00:00Z'),
  })

const status = (code: number): AgentExit => ({ kind: 'status', code })

describe('outcome of an agent', () => {
  it.each<[string, Facts, string]>([
    ['exit 0 and ok', { exit: status(0), end: ended(true) }, 'completed success'],
    ['exit 0 alone', { exit: status(0) }, 'failed no-terminal-event'],
    ['exit 0, not ok', { exit: status(0), end: ended(false) }, 'failed agent-error'],
    ['exit 1, not ok', { exit: status(1), end: ended(false) }, 'failed agent-error'],
    ['exit 1 though ok', { exit: status(1), end: ended(true) }, 'failed exit-code'],
    ['exit 255', { exit: status(255) }, 'failed exit-code'],
    ['SIGTERM', { exit: status(143) }, 'failed signal'],
    ['SIGTERM though ok', { exit: status(143), end: ended(true) }, 'failed signal'],
    ['wrapper killed', { exit: { kind: 'killed', signal: 'SIGKILL' } }, 'failed signal'],
    [
      'wrapper killed though ok',
      { exit: { kind: 'killed', signal: 'SIGKILL' }, end: ended(true) },
      'failed signal',
    ],
    ['never started', { exit: { kind: 'not-started' } }, 'failed not-started'],
    ['gone without a trace', { exit: { kind: 'unknown' }, end: ended(true) }, 'failed lost'],
    ['stopped, exit 143', { exit: status(143), isStopped: true }, 'interrupted stopped'],
    [
      'stopped, exit 0 and ok',
      { exit: status(0), end: ended(true), isStopped: true },
      'interrupted stopped',
    ],
  ])('D6.2 R15 %s', (_, facts, expected) => {
    const outcome = decide(facts)
    expect(`${outcome.status} ${outcome.cause}`).toBe(expected)
  })

  it('names the signal behind an exit status', () => {
    expect(decide({ exit: status(143) })).toMatchObject({ exitCode: 143, signal: 'SIGTERM' })
    expect(decide({ exit: status(3) })).toMatchObject({ exitCode: 3, signal: null })
  })

  it('gives the words of the agent, else of its stderr, else what it printed last', () => {
    const errorOutput = 'on stderr\n'
    expect(decide({ exit: status(1), end: ended(false), errorOutput }).message).toBe(
      'API Error: 401',
    )
    expect(decide({ exit: status(1), errorOutput }).message).toBe('on stderr')
    expect(decide({ exit: status(1) }).message).toBe('last words')
  })

  it('A6 hears the last words of an agent that ends without any', () => {
    const reader = createTranscriptReader(lineReaderFor('codex'))
    const says = (text: string): object => ({
      type: 'item.completed',
      item: { id: 'i', type: 'agent_message', text },
    })
    for (const line of [says('I look.'), says('Which one?'), { type: 'turn.completed' }])
      reader.push(Buffer.from(`${JSON.stringify(line)}\n`))
    const facts = { isStopped: false, errorOutput: 'a warning', agent: 'codex' }
    const endedAt = new Date('2026-01-01T00:00:00Z')
    const { transcript } = reader
    const { message } = decideOutcome({ ...facts, exit: status(0), transcript, endedAt })
    expect(message).toBe('Which one?')
  })

  it('bounds the message without cutting a character', () => {
    const end = { ...ended(true), message: 'あ'.repeat(5000) }
    const { message } = decide({ exit: status(0), end })
    expect(message).toBe('あ'.repeat(Math.floor(2048 / 3)))
  })

  it('takes the time of a quota from the limit itself, then from the words', () => {
    const end = { ...ended(false), problem: { kind: 'quota', retryAt: null } } as const
    const quota = (resetsAt: number | null, message: string) =>
      decideOutcome({
        exit: status(1),
        isStopped: false,
        transcript: {
          ...emptyTranscript(),
          ended: { ...end, message },
          quota: resetsAt === null ? null : { resetsAt },
        },
        errorOutput: '',
        agent: 'claude',
        endedAt: new Date('2026-01-05T10:00:00Z'),
      }).problem
    const kind = 'quota'
    expect(quota(1_767_625_200, 'in 5s')).toEqual({ kind, retryAt: '2026-01-05T15:00:00.000Z' })
    expect(quota(null, 'retry in 5s')).toEqual({ kind, retryAt: '2026-01-05T10:00:05.000Z' })
    expect(quota(null, 'later')).toEqual({ kind, retryAt: null })
  })

  it('finds the problem of an agent that only spoke on stderr', () => {
    const words = '--dangerously-skip-permissions cannot be used with root/sudo privileges'
    expect(decide({ exit: status(1), errorOutput: words }).problem?.kind).toBe('denied')
    expect(decide({ exit: status(143), errorOutput: 'status: 429' }).problem).toBeNull()
    const stopped = { exit: status(1), isStopped: true, errorOutput: 'status: 429' }
    expect(decide(stopped).problem).toBeNull()
  })
})
