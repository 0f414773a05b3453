import { describe, expect, it } from 'vitest'
import { readClaudeLine } from '../../../../core/agent-events/claude-lines.ts'
import { lineReaderFor } from '../../../../core/agent-events/line-reader.ts'
import { findStep } from '../../../ui/text/find-step.ts'
import { eventsOf, mainArgument, textOf } from './log-events.ts'
import { LogLines } from './log-lines.ts'
import { LogSearch } from './log-search.ts'

const says = (text: string): string =>
  JSON.stringify({ type: 'assistant', message: { content: [{ type: 'text', text }] } })
const calls = (name: string, input: unknown): string =>
  JSON.stringify({
    type: 'assistant',
    message: { content: [{ type: 'tool_use', id: 't1', name, input }] },
  })
const NOISE = JSON.stringify({ type: 'keep_alive' })
const COUNT = JSON.stringify({
  type: 'assistant',
  message: { content: [], usage: { input_tokens: 1, output_tokens: 2 } },
})
const never = (): boolean => false

function logOf(lines: string[]): LogLines {
  const log = new LogLines(readClaudeLine)
  log.add(lines)
  log.index(never)
  return log
}

function found(log: LogLines, view: 'raw' | 'structured', query: string): number[] {
  const search = new LogSearch(log, view, query)
  search.scan(never)
  return search.matches
}

describe('the rows of a log', () => {
  it('leaves out lines that only count or keep alive', () => {
    const log = logOf([says('hello'), NOISE, COUNT, '', says('  '), calls('Read', {}), 'not json'])
    expect(log.shown).toEqual([0, 5, 6])
    expect(log.events(6)).toEqual([{ type: 'unknown', line: 'not json' }])
  })

  it('shows every line of an agent whose output no one can read', () => {
    expect(eventsOf('{"a":1}', null)).toEqual([{ type: 'unknown', line: '{"a":1}' }])
    expect(eventsOf('  ', null)).toEqual([])
  })

  it('shows what an agent asks, what was answered, and that its quota is used up', () => {
    const event = (told: object): string => JSON.stringify({ type: 'sdd-event', event: told })
    const asked = { type: 'permission-asked', id: 'q1', tool: 'Bash', input: { command: 'ls' } }
    const answered = { type: 'permission-answered', id: 'q1', answer: 'deny', by: 'timeout' }
    const quota = { type: 'quota-reached', resetsAt: null }
    for (const agent of ['claude', 'gemini', 'acp:mine']) {
      const reader = lineReaderFor(agent)
      const shown = [asked, answered, quota].flatMap((told) => eventsOf(event(told), reader))
      expect(shown).toEqual([asked, answered, quota])
      expect(shown.map(textOf).join(' ')).toContain('Bash ls')
    }
  })

  it('does not read a line of many megabytes', () => {
    const line = says('x'.repeat(3_000_000))
    expect(eventsOf(line, readClaudeLine)).toEqual([{ type: 'unknown', line }])
  })

  it('is indexed bit by bit and continues where it stopped', () => {
    const log = new LogLines(readClaudeLine)
    log.add([says('a'), NOISE, says('b')])
    log.index(() => true)
    log.index(() => true)
    expect([log.shown, log.isIndexed]).toEqual([[0], false])
    log.index(never)
    expect(log.shown).toEqual([0, 2])
    expect(log.isIndexed).toBe(true)
  })

  it('still knows the first rows after thousands of others were read', () => {
    const log = logOf(Array.from({ length: 5000 }, (_, at) => says(`row ${at}`)))
    for (const line of log.shown) log.events(line)
    expect(log.events(0).map(textOf)).toEqual(['row 0'])
    expect(log.events(4999).map(textOf)).toEqual(['row 4999'])
  })

  it('names a call by the argument that tells most', () => {
    expect(mainArgument({ content: 'long', file_path: 'src/a.ts' })).toBe('src/a.ts')
    expect(mainArgument({ command: 'npm test\n  --watch' })).toBe('npm test --watch')
    expect(mainArgument({ count: 3, other: 'x' })).toBe('x')
    expect(mainArgument(null)).toBe('')
  })
})

describe('searching a log', () => {
  const log = logOf([says('Say "hello" twice'), NOISE, calls('Bash', { command: 'echo HELLO' })])

  it('finds what rows show, whatever its case and however JSON writes it', () => {
    expect(found(log, 'structured', 'hello')).toEqual([0, 1])
    expect(found(log, 'structured', '"hello"')).toEqual([0])
  })

  it('does not find in rows what only the raw line has', () => {
    expect(found(log, 'structured', 'assistant')).toEqual([])
    expect(found(log, 'raw', 'assistant')).toEqual([0, 2])
  })

  it('continues with what has come since', () => {
    const growing = logOf([says('one')])
    const search = new LogSearch(growing, 'structured', 'one')
    search.scan(never)
    growing.add([says('two'), says('one more')])
    growing.index(never)
    expect(search.isDone).toBe(false)
    search.scan(never)
    expect(search.matches).toEqual([0, 2])
  })

  it('goes round at both ends', () => {
    expect(findStep(3, 2, 1)).toBe(0)
    expect(findStep(3, 0, -1)).toBe(2)
    expect(findStep(3, -1, 1)).toBe(0)
    expect(findStep(3, -1, -1)).toBe(2)
    expect(findStep(0, -1, 1)).toBeNull()
  })
})
