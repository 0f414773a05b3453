import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, openSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { AgentEvent } from '../contracts/agent-events.ts'
import { readBridgeLine } from '../core/agent-events/bridge-lines.ts'

const BRIDGE = fileURLToPath(new URL('../../dist/agent-bridge/main.js', import.meta.url))

/**
 * An ACP agent that uses the tools that the prompt lists as JSON, one after the other, and reports
 * how each ended. `quiet`: without asking. `bare`: the request names only the announced call.
 */
const AGENT = `
import { createInterface } from 'node:readline'
const send = (message) => process.stdout.write(JSON.stringify({ jsonrpc: '2.0', ...message }) + '\\n')
const update = (fields) => send({ method: 'session/update', params: { sessionId: 's1', update: fields } })
const modes = JSON.parse(process.env.MODES ?? 'null')
let mode = modes?.currentModeId
let turn = null
let tools = []
let at = 0
const said = []
const next = () => {
  const tool = tools[at]
  if (tool === undefined) {
    update({ sessionUpdate: 'agent_message_chunk', content: { type: 'text', text: [...said, mode].join(' ') } })
    return send({ id: turn, result: { stopReason: 'end_turn', usage: { inputTokens: 5, outputTokens: 1 } } })
  }
  const { quiet, bare, ...call } = tool
  const toolCallId = 't' + at
  update({ sessionUpdate: 'tool_call', toolCallId, title: 'tool', status: 'pending', ...call })
  if (quiet) return used('quiet', true)
  const option = (kind) => ({ optionId: kind, name: kind, kind })
  const toolCall = bare ? { toolCallId } : { toolCallId, title: 'tool', ...call }
  const options = ['allow_always', 'allow_once', 'reject_once'].map(option)
  send({ id: 'p' + at, method: 'session/request_permission', params: { sessionId: 's1', toolCall, options } })
}
const used = (answer, ok) => {
  said.push(answer)
  if (!ok && process.env.GIVES_UP) {
    at += 1
    return send({ id: turn, result: { stopReason: 'cancelled', usage: { inputTokens: 5, outputTokens: 1 } } })
  }
  update({ sessionUpdate: 'tool_call_update', toolCallId: 't' + at, status: ok ? 'completed' : 'failed' })
  at += 1
  next()
}
createInterface({ input: process.stdin }).on('line', (line) => {
  const { id, method, params, result } = JSON.parse(line)
  if (method === 'initialize') send({ id, result: { protocolVersion: 1, agentCapabilities: {} } })
  if (method === 'session/new') send({ id, result: { sessionId: 's1', ...(modes ? { modes } : {}) } })
  if (method === 'session/set_mode') { mode = params.modeId; send({ id, result: {} }) }
  if (method === 'session/prompt') {
    turn = id
    if (tools.length === 0) tools = JSON.parse(params.prompt[0].text)
    next()
  }
  if (String(id).startsWith('p') && result) used(result.outcome.optionId ?? 'cancelled', result.outcome.optionId?.startsWith('allow'))
})
`

let dir: string
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'held-'))
  mkdirSync(join(dir, 'work', '.git'), { recursive: true })
  mkdirSync(join(dir, 'answers'))
  writeFileSync(join(dir, 'agent.mjs'), AGENT)
})
afterEach(() => rmSync(dir, { recursive: true }))

interface Wish {
  permission: string
  modes?: string[]
  args?: string[]
  answers?: string[]
  env?: Record<string, string>
}

/** All events of one prompt; the answers to its questions are prepared in order. */
function talk(tools: object[], wish: Wish): AgentEvent[] {
  const { permission, modes, args = [], answers = [], env = {} } = wish
  writeFileSync(join(dir, 'prompt'), JSON.stringify(tools))
  for (const [at, answer] of answers.entries())
    writeFileSync(join(dir, 'answers', `q${at + 1}.json`), JSON.stringify({ answer }))
  const availableModes = modes?.map((id) => ({ id, name: id }))
  const offered = modes && JSON.stringify({ currentModeId: modes.at(-1), availableModes })
  const cli = [process.execPath, join(dir, 'agent.mjs')]
  const { stdout } = spawnSync(
    process.execPath,
    [BRIDGE, 'acp', '--permission', permission, ...args, '--', ...cli],
    {
      cwd: join(dir, 'work'),
      env: { ...process.env, SDD_AGENT_DIR: dir, ...env, ...(offered ? { MODES: offered } : {}) },
      stdio: [openSync(join(dir, 'prompt'), 'r'), 'pipe', 'inherit'],
      encoding: 'utf8',
    },
  )
  return stdout.split('\n').flatMap(readBridgeLine)
}

const asked = (events: AgentEvent[]): unknown[] =>
  events.flatMap((event) => (event.type === 'permission-asked' ? [event.input] : []))
const run = (command: string, more: object = {}): object => ({
  kind: 'execute',
  rawInput: { command, description: 'run it' },
  ...more,
})
const edit = (path: string, more: object = {}): object => ({
  kind: 'edit',
  locations: [{ path }],
  ...more,
})
const MODES = ['default', 'yolo']

describe('A4 "always"', () => {
  it('covers this very command, and is never passed on to the agent', () => {
    const tools = [run('echo one'), run('echo one'), run('echo two')]
    const answers = ['allow-always', 'deny']
    const events = talk(tools, { permission: 'ask', modes: MODES, answers })
    expect(asked(events)).toMatchObject([{ command: 'echo one' }, { command: 'echo two' }])
    expect(events.at(-1)).toMatchObject({ message: 'allow_once allow_once reject_once default' })
  })

  it('covers this very file', () => {
    const tools = [edit('a.txt'), edit('a.txt'), edit('b.txt')]
    const answers = ['allow-always', 'deny']
    const events = talk(tools, { permission: 'ask', modes: MODES, answers })
    expect(asked(events)).toMatchObject([{ path: 'a.txt' }, { path: 'b.txt' }])
  })

  it('knows what a request is about by the call that was announced before it', () => {
    const tools = [run('echo one', { bare: true }), run('echo two', { bare: true })]
    const answers = ['allow-always', 'deny']
    const events = talk(tools, { permission: 'ask', modes: MODES, answers })
    expect(asked(events)).toMatchObject([{ command: 'echo one' }, { command: 'echo two' }])
  })

  it('is a plain yes where no one could be shown all of it', () => {
    const vague = { kind: 'execute', title: 'Running a command' }
    const answers = ['allow-always', 'deny']
    const events = talk([vague, vague], { permission: 'ask', modes: MODES, answers })
    expect(asked(events)).toHaveLength(2)
    expect(events).toContainEqual(expect.objectContaining({ id: 'q1', answer: 'allow' }))
    const long = `echo ${'x'.repeat(400)}`
    const cut = talk([run(long), run(long)], { permission: 'ask', modes: MODES, answers })
    expect(asked(cut)).toHaveLength(2)
  })
})

it('A2 continues when an agent ends its turn at a tool that it may not use', () => {
  const tools = [run('ls -la'), edit('a.txt'), run('ls'), edit('b.txt')]
  const env = { GIVES_UP: '1' }
  const events = talk(tools, { permission: 'edit', modes: MODES, env })
  const message = 'reject_once allow_once reject_once allow_once default'
  const usage = { inputTokens: 15, outputTokens: 3 }
  expect(events.at(-1)).toMatchObject({ ok: true, message, usage })
})

describe('A5 an ACP agent', () => {
  it('writes in mode edit inside the workspace only, and not into .git', () => {
    const tools = [edit('a.txt'), edit('../b.txt'), edit('.git/hooks/x'), edit('c', { bare: true })]
    const events = talk(tools, { permission: 'edit', modes: MODES })
    const message = 'allow_once reject_once reject_once allow_once default'
    expect(events.at(-1)).toMatchObject({ ok: true, message })
    expect(events.filter(({ type }) => type === 'permission-denied')).toHaveLength(2)
  })

  it('is put into a mode in which it asks', () => {
    const events = talk([], { permission: 'edit', modes: ['read-only', 'agent'] })
    expect(events.at(-1)).toMatchObject({ ok: true, message: 'read-only' })
    const plan = talk([], { permission: 'plan', modes: ['plan', 'default', 'yolo'] })
    expect(plan.at(-1)).toMatchObject({ ok: true, message: 'plan' })
  })

  it.each(['plan', 'ask', 'edit'])('without such a mode is refused %s', (permission) => {
    for (const modes of [undefined, ['auto', 'yolo']]) {
      const events = talk([edit('a.txt')], { permission, ...(modes ? { modes } : {}) })
      const message = expect.stringContaining(`cannot be held to permission mode ${permission}`)
      const problem = { kind: 'denied', retryAt: null }
      expect(events).toEqual([expect.objectContaining({ ok: false, message, problem })])
    }
    const full = talk([edit('a.txt')], { permission: 'full', modes: ['yolo'] })
    expect(full.at(-1)).toMatchObject({ ok: true })
  })

  it('whose owner says that it asks is believed, until it does not', () => {
    const believed = talk([edit('a.txt')], { permission: 'edit', args: ['--asks'] })
    expect(believed.at(-1)).toMatchObject({ ok: true })
    const quiet = [edit('../b.txt', { quiet: true }), edit('a.txt')]
    const events = talk(quiet, { permission: 'edit', args: ['--asks'] })
    const message = expect.stringContaining('../b.txt without asking')
    expect(events.at(-1)).toMatchObject({ ok: false, message, problem: { kind: 'denied' } })
  })

  it('that changes files in mode ask or plan without asking is ended', () => {
    for (const permission of ['ask', 'plan']) {
      const events = talk([edit('a.txt', { quiet: true })], { permission, modes: MODES })
      expect(events.at(-1)).toMatchObject({ ok: false, problem: { kind: 'denied' } })
    }
  })
})
