import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, openSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { AgentEvent } from '../contracts/agent-events.ts'
import { readBridgeLine } from '../core/agent-events/bridge-lines.ts'
import { until } from '../testkit/worlds/agent-world.ts'

const BRIDGE = fileURLToPath(new URL('../../dist/agent-bridge/main.js', import.meta.url))

/**
 * An ACP agent that ends its first turn at a denied tool, reports what that turn used, and in the
 * second turn does what the prompt says. `export` prints its session, as OpenCode does.
 */
const AGENT = `#!${process.execPath}
import { createInterface } from 'node:readline'
if (process.argv[2] === 'export') {
  const tokens = { input: 100, output: 20, reasoning: 0, cache: { read: 0, write: 0 } }
  const info = { role: 'assistant', time: { created: Date.now() }, tokens, cost: 0.5 }
  console.log(JSON.stringify({ messages: [{ info, parts: [] }] }))
  process.exit(0)
}
const send = (message) => process.stdout.write(JSON.stringify({ jsonrpc: '2.0', ...message }) + '\\n')
const update = (fields) => send({ method: 'session/update', params: { sessionId: 's1', update: fields } })
const options = [{ optionId: 'no', name: 'no', kind: 'reject_once' }]
const tool = (toolCallId, kind) => ({ toolCallId, kind, title: 'tool', rawInput: { path: '../a' } })
let turn = null
let end = null
const ends = {
  hang: () => update({ sessionUpdate: 'tool_call', ...tool('t2', 'read') }),
  die: () => process.exit(3),
  fail: () => send({ id: turn, error: { code: -32603, message: 'Internal error' } }),
  breach: () => update({ sessionUpdate: 'tool_call', status: 'completed', ...tool('t3', 'edit') }),
}
createInterface({ input: process.stdin }).on('line', (line) => {
  const { id, method, params } = JSON.parse(line)
  if (method === 'initialize') send({ id, result: { protocolVersion: 1, agentCapabilities: {} } })
  if (method === 'session/new') send({ id, result: { sessionId: 's1' } })
  if (method === 'session/prompt') {
    turn = id
    if (end !== null) return ends[end]()
    end = params.prompt[0].text
    send({ id: 'p', method: 'session/request_permission', params: { sessionId: 's1', toolCall: tool('t1', 'execute'), options } })
  }
  if (id === 'p') {
    update({ sessionUpdate: 'usage_update', used: 1, size: 2, cost: { amount: 0.25, currency: 'USD' } })
    send({ id: turn, result: { stopReason: 'cancelled', usage: { inputTokens: 5, outputTokens: 2 } } })
  }
})
`

let dir: string
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'early-'))
  writeFileSync(join(dir, 'package.json'), '{"type":"module"}')
  writeFileSync(join(dir, 'agent.js'), AGENT)
  chmodSync(join(dir, 'agent.js'), 0o755)
})
afterEach(() => rmSync(dir, { recursive: true }))

/** All events of one prompt; the bridge is stopped when the second turn uses a tool. */
async function talk(prompt: string, args: string[] = []): Promise<AgentEvent[]> {
  writeFileSync(join(dir, 'prompt'), prompt)
  const options = ['acp', '--permission', 'edit', '--asks', ...args, '--', join(dir, 'agent.js')]
  const child = spawn(process.execPath, [BRIDGE, ...options], {
    cwd: dir,
    env: { ...process.env, SDD_AGENT_DIR: dir },
    stdio: [openSync(join(dir, 'prompt'), 'r'), 'pipe', 'inherit'],
  })
  let printed = ''
  child.stdout?.setEncoding('utf8').on('data', (text: string) => (printed += text))
  const closed = once(child, 'close')
  if (prompt === 'hang') {
    await until(() => printed.includes('"tool-call"'))
    child.kill('SIGTERM')
  }
  await closed
  return printed.split('\n').flatMap(readBridgeLine)
}

describe('an ACP agent that ends before its last turn does', () => {
  it.each([
    ['hang', 'ended by SIGTERM'],
    ['die', ''],
    ['fail', 'Internal error'],
    ['breach', 'without asking'],
  ])('reports what it used until then: %s', async (prompt, words) => {
    const events = await talk(prompt)
    expect(events.at(-1)).toMatchObject({
      type: 'ended',
      ok: false,
      message: expect.stringContaining(words),
      usage: { inputTokens: 5, outputTokens: 2, costUsd: 0.25, isPartial: true },
    })
  })

  it('and can export its session reports all of it when its last turn fails', async () => {
    const events = await talk('fail', ['--exports-usage'])
    const usage = { inputTokens: 100, outputTokens: 20, costUsd: 0.5 }
    expect(events.at(-1)).toMatchObject({ type: 'ended', ok: false, usage })
    expect(events.at(-1)).not.toHaveProperty('usage.isPartial')
  })
})
