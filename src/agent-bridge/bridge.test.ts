import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, openSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { AgentEvent } from '../contracts/agent-events.ts'
import { readClaudeLine } from '../core/agent-events/claude-lines.ts'
import { isPidAlive, until } from '../testkit/worlds/agent-world.ts'

const BRIDGE = fileURLToPath(new URL('../../dist/agent-bridge/main.js', import.meta.url))

/** A small ACP agent: asks for a tool of the kind that the prompt names, then ends its turn. */
const AGENT = `
import { createInterface } from 'node:readline'
const send = (message) => process.stdout.write(JSON.stringify({ jsonrpc: '2.0', ...message }) + '\\n')
const update = (fields) => send({ method: 'session/update', params: { sessionId: 's1', update: fields } })
const say = (text) => update({ sessionUpdate: 'agent_message_chunk', content: { type: 'text', text } })
let turn = null
const handlers = {
  initialize: () => ({ protocolVersion: 1, agentCapabilities: JSON.parse(process.env.CAPABILITIES ?? '{}') }),
  'session/new': () => ({ sessionId: 's1', modes: { currentModeId: 'default', availableModes: [{ id: 'default', name: 'Default' }] } }),
  'session/load': () => { say('an old word'); return {} },
  'session/prompt': ({ prompt: [{ text }] }, id) => {
    turn = id
    if (text === 'die') process.exit(3)
    if (text === 'hang') return
    if (text === 'refuse') return { stopReason: 'refusal' }
    const option = (kind) => ({ optionId: kind, name: kind, kind })
    const toolCall = { toolCallId: 't1', kind: text, title: 'tool', rawInput: { path: 'a' } }
    send({ id: 'p', method: 'session/request_permission', params: { sessionId: 's1', toolCall, options: [option('allow_once'), option('reject_once')] } })
  },
}
createInterface({ input: process.stdin }).on('line', (line) => {
  const { id, method, params, result } = JSON.parse(line)
  if (id === 'p') {
    say('answer: ' + result.outcome.optionId)
    return send({ id: turn, result: { stopReason: 'end_turn', usage: { inputTokens: 5, outputTokens: 2 } } })
  }
  const reply = handlers[method]?.(params, id)
  if (id !== undefined && reply) send({ id, result: reply })
})
if (process.env.STUBBORN) {
  process.on('SIGTERM', () => undefined)
  setInterval(() => undefined, 1000)
}
`

/** Claude's questions only: three tools at once, then a request that the bridge does not know. */
const CLAUDE = `
import { createInterface } from 'node:readline'
const send = (message) => process.stdout.write(JSON.stringify(message) + '\\n')
const ask = (request_id, request) => send({ type: 'control_request', request_id, request })
const tool = (tool_name, input) => ({ subtype: 'can_use_tool', tool_name, input })
const answers = []
createInterface({ input: process.stdin }).on('line', (line) => {
  const { type, response } = JSON.parse(line)
  if (type === 'user') {
    ask('r1', tool('Bash', { command: 'ls' }))
    ask('r2', tool('Bash', { command: 'ls' }))
    ask('r3', tool('Bash', { command: 'rm' }))
    ask('r4', { subtype: 'hook_callback' })
    return
  }
  answers.push(response.request_id + ' ' + (response.response?.behavior ?? response.subtype))
  if (answers.length < 4) return
  send({ type: 'result', subtype: 'success', is_error: false, result: answers.toSorted().join(', ') })
})
`

let dir: string
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'bridge-'))
  writeFileSync(join(dir, 'acp.mjs'), AGENT)
  writeFileSync(join(dir, 'stream-json.mjs'), CLAUDE)
})
afterEach(() => rmSync(dir, { recursive: true }))

/** Written atomically, like the host does. */
const answer = (id: string, text: string): void => {
  mkdirSync(join(dir, 'answers'), { recursive: true })
  writeFileSync(join(dir, 'answer.tmp'), text)
  renameSync(join(dir, 'answer.tmp'), join(dir, 'answers', `${id}.json`))
}

type Wish = {
  protocol?: 'acp' | 'stream-json'
  prompt: string
  permission?: string
  args?: string[]
  env?: Record<string, string>
}

class Bridge {
  readonly ended: Promise<number | null>
  readonly events: AgentEvent[] = []
  readonly pid: number

  constructor({ protocol = 'acp', prompt, permission = 'edit', args = [], env = {} }: Wish) {
    writeFileSync(join(dir, 'prompt.md'), prompt)
    const options = [protocol, '--permission', permission, ...args]
    const command = [process.execPath, join(dir, `${protocol}.mjs`)]
    const child = spawn(process.execPath, [BRIDGE, ...options, '--', ...command], {
      cwd: dir,
      env: { ...process.env, SDD_AGENT_DIR: dir, ...env },
      stdio: [openSync(join(dir, 'prompt.md'), 'r'), 'pipe', 'inherit'],
    })
    this.pid = child.pid ?? 0
    child.stdout?.setEncoding('utf8').on('data', (text: string) => {
      for (const line of text.split('\n')) this.events.push(...readClaudeLine(line))
    })
    this.ended = once(child, 'close').then(() => child.exitCode)
  }

  last(): AgentEvent | undefined {
    return this.events.at(-1)
  }
}

describe('the bridge to an ACP agent', () => {
  it.each([
    ['edit', 'edit', 'allow_once'],
    ['edit', 'execute', 'reject_once'],
    ['plan', 'edit', 'reject_once'],
    ['full', 'execute', 'allow_once'],
  ])('answers by the mode %s for %s: %s', async (permission, prompt, answer) => {
    const bridge = new Bridge({ prompt, permission })
    expect(await bridge.ended).toBe(0)
    const usage = { inputTokens: 5, outputTokens: 2 }
    const message = `answer: ${answer}`
    expect(bridge.last()).toMatchObject({ type: 'ended', ok: true, message, usage })
    const refused = bridge.events.filter((event) => event.type === 'permission-denied')
    expect(refused).toHaveLength(answer === 'reject_once' ? 1 : 0)
  })

  it('waits for the answer of the user', async () => {
    const args = ['--answer-timeout', '600000']
    const bridge = new Bridge({ prompt: 'edit', permission: 'ask', args })
    await until(() => bridge.events.some(({ type }) => type === 'permission-asked'))
    answer('q1', '{"answer":"allow","by":"person"}')
    expect(await bridge.ended).toBe(0)
    expect(bridge.events).toContainEqual({
      type: 'permission-answered',
      id: 'q1',
      answer: 'allow',
      by: 'person',
    })
    expect(bridge.last()).toMatchObject({ message: 'answer: allow_once' })
  })

  it('denies what no one answers in time', async () => {
    const bridge = new Bridge({
      prompt: 'edit',
      permission: 'ask',
      args: ['--answer-timeout', '1'],
    })
    expect(await bridge.ended).toBe(0)
    expect(bridge.events).toContainEqual({ type: 'permission-denied', tool: 'tool' })
    expect(bridge.last()).toMatchObject({ ok: true, message: 'answer: reject_once' })
  })

  it('does not count a turn that was refused as done', async () => {
    const bridge = new Bridge({ prompt: 'refuse' })
    expect(await bridge.ended).toBe(1)
    expect(bridge.last()).toMatchObject({ ok: false, message: 'it stopped: refusal' })
  })

  it('tells that the agent died', async () => {
    const bridge = new Bridge({ prompt: 'die' })
    expect(await bridge.ended).toBe(1)
    expect(bridge.last()).toMatchObject({ type: 'ended', ok: false })
  })

  it('loads an old session without telling it again', async () => {
    const env = { CAPABILITIES: '{"loadSession":true}' }
    const bridge = new Bridge({ prompt: 'edit', args: ['--asks', '--resume', 's1'], env })
    expect(await bridge.ended).toBe(0)
    expect(JSON.stringify(bridge.events)).not.toContain('an old word')
    expect(bridge.events[0]).toMatchObject({ type: 'session-started', sessionId: 's1' })
  })

  it('fails when the agent cannot continue with a session', async () => {
    const bridge = new Bridge({ prompt: 'edit', args: ['--resume', 's1'] })
    expect(await bridge.ended).toBe(1)
    expect(bridge.last()).toMatchObject({ ok: false, message: expect.stringContaining('session') })
  })

  it('ends an agent that ignores SIGTERM, and says so', async () => {
    const bridge = new Bridge({ prompt: 'hang', env: { STUBBORN: '1' } })
    await until(() => bridge.events.some(({ type }) => type === 'session-started'))
    process.kill(bridge.pid, 'SIGTERM')
    expect(await bridge.ended).toBe(143)
    expect(bridge.last()).toMatchObject({ type: 'ended', ok: false, message: 'ended by SIGTERM' })
    expect(isPidAlive(bridge.pid)).toBe(false)
  })
})

describe('the bridge to claude', () => {
  it('puts one question at a time, and remembers what is always allowed', async () => {
    const args = ['--answer-timeout', '600000']
    const bridge = new Bridge({ protocol: 'stream-json', prompt: 'go', permission: 'ask', args })
    const asked = () => bridge.events.flatMap((e) => (e.type === 'permission-asked' ? [e.id] : []))
    await until(() => asked().length > 0)
    expect(asked()).toEqual(['q1'])
    answer('q1', '{"answer":"allow-always"}')
    await until(() => asked().length > 1)
    answer('q2', 'no JSON at all')
    expect(await bridge.ended).toBe(0)
    expect(asked()).toEqual(['q1', 'q2'])
    const message = 'r1 allow, r2 allow, r3 deny, r4 error'
    expect(bridge.last()).toMatchObject({ type: 'ended', ok: true, message })
  })
})
