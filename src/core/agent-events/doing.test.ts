import { describe, expect, it } from 'vitest'
import type { AgentEvent } from '../../contracts/agent-events.ts'
import { doingAfter, shownTarget, type Doing } from './doing.ts'
import { lineReaderFor } from './line-reader.ts'

const call = (name: string, input: unknown): AgentEvent => ({
  type: 'tool-call',
  id: '1',
  name,
  input,
})
const after = (...events: AgentEvent[]): Doing | null =>
  events.reduce<Doing | null>(doingAfter, null)
const SEEN = { folder: '/home/me/shop', documents: '.kiro/specs/cart' }
const shown = (event: AgentEvent): string => {
  const doing = after(event)
  return doing === null ? '' : `${doing.verb} ${shownTarget(doing, SEEN) ?? ''}`.trim()
}

describe('what an agent does this moment', () => {
  it.each([
    ['Edit', { file_path: '/home/me/shop/src/cart.ts' }, 'edit src/cart.ts'],
    ['Write', { file_path: '/home/me/shop/a.md', content: 'x' }, 'write a.md'],
    ['Edit', { file_path: '/home/me/shop/.kiro/specs/cart/tasks.md' }, 'edit tasks.md'],
    ['Read', { file_path: '/etc/hosts' }, 'read /etc/hosts'],
    ['Bash', { command: 'npm test' }, 'run npm test'],
    ['Bash', { command: 'cd /home/me/shop && npm  test\n--silent' }, 'run npm test --silent'],
    ['run_shell_command', { command: 'ls /home/me/shop/src' }, 'run ls src'],
    ['Grep', { pattern: 'total', path: '/home/me/shop' }, 'search .'],
    ['web_search', { query: 'node zlib' }, 'search node zlib'],
    ['mcp__db__query', { sql: 'select 1' }, 'use mcp__db__query'],
    ['anything', { command: 'make' }, 'run make'],
    ['TodoWrite', { todos: [] }, 'use TodoWrite'],
  ])('%s %j is shown as "%s"', (name, input, words) => {
    expect(shown(call(name, input))).toBe(words)
  })

  it('the same of every agent: codex prints commands and patches', () => {
    const read = lineReaderFor('codex')
    const item = { id: '1', type: 'command_execution', command: 'npm test' }
    const events = read(JSON.stringify({ type: 'item.started', item }))
    expect(after(...events)).toEqual({ verb: 'run', target: 'npm test' })
  })

  it('a command that is over is no longer running; a file stays what it is about', () => {
    const result: AgentEvent = { type: 'tool-result', id: '1', ok: true, text: '' }
    const text: AgentEvent = { type: 'text', text: 'Now the next one' }
    expect(after(call('Bash', { command: 'npm test' }), result)?.verb).toBe('think')
    expect(after(call('Edit', { file_path: 'a.ts' }), result)).toEqual({
      verb: 'edit',
      target: 'a.ts',
    })
    expect(after(call('Edit', { file_path: 'a.ts' }), result, text)?.verb).toBe('think')
  })

  it('what an agent names cannot be long, hide itself or write backwards', () => {
    const long = shown(call('Edit', { file_path: `/${'deep/'.repeat(500)}cart.ts` }))
    expect(long).toHaveLength('edit '.length + 100)
    expect(long).toMatch(/^edit ….*\/cart\.ts$/)
    expect(shown(call('Bash', { command: 'x'.repeat(5000) }))).toHaveLength('run '.length + 100)
    expect(shown(call('Read', { file_path: 'a\u202Etxt.\u0007exe\u200B' }))).toBe('read atxt.exe')
    expect(shown(call('\u001B[31mEvil', {}))).toBe('use [31mEvil')
    expect(shown(call('', null))).toBe('use')
  })
})
