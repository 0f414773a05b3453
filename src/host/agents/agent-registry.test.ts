import { specNamed } from '../../contracts/work-item.ts'
import { existsSync, mkdirSync, statSync, writeFileSync } from 'node:fs'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { agentInfoSchema, AGENT_STATUSES } from '../../contracts/launch/agent.ts'
import { AgentWorld, isPidAlive, SAY_DONE, until } from '../../testkit/worlds/agent-world.ts'
import { readExitFile, readOutcomeFile, readRecord } from './folder/agent-folder.ts'
import { listFromDisk } from './folder/agents-on-disk.ts'
import { builtInDrivers } from './drivers/built-in.ts'
import { AgentStartError } from './launch/launch-process.ts'
import type { AgentStatusChange } from './status-listeners.ts'

let world: AgentWorld
beforeEach(() => {
  world = new AgentWorld()
})
afterEach(() => world.dispose())

const WAIT = 'read -r _ <"$SDD_SPEC_DIR/go"'

describe('start', () => {
  it('S3 runs the agent with its prompt, arguments, folder and environment', async () => {
    const program = world.program(
      `cat >"$SDD_SPEC_DIR/stdin"; pwd >"$SDD_SPEC_DIR/cwd"; env >"$SDD_SPEC_DIR/env"
       printf '%s\\0' "$@" >"$SDD_SPEC_DIR/args"; ${SAY_DONE}`,
    )
    mkdirSync(world.path('tree'))
    const env = {
      PATH: process.env['PATH'],
      SDD_CLAUDE_COMMAND: program,
      SDD_ROUND: '9',
      MINE: 'x',
    }
    const registry = world.registry(program, { env })
    const request = world.request({ prompt: 'プロンプト', cwd: world.path('tree'), model: 'opus' })
    const { agentId, sessionId } = registry.start(request)
    expect(await world.end(agentId)).toMatchObject({ status: 'completed', cause: 'success' })
    expect(world.text('stdin')).toBe('プロンプト')
    expect(world.text('cwd')).toBe(`${world.path('tree')}\n`)
    expect(world.text('args').split('\0')).toEqual(
      expect.arrayContaining(['--session-id', sessionId, '--model=opus']),
    )
    const seen = new Map(
      world
        .text('env')
        .split('\n')
        .map((line) => [line.split('=')[0], line.split('=')[1]] as const),
    )
    expect(seen.has('SDD_ROUND')).toBe(false)
    expect(Object.fromEntries(seen)).toMatchObject({
      MINE: 'x',
      DISABLE_AUTOUPDATER: '1',
      SDD_PROJECT: world.dir,
      SDD_SPEC: 'feature',
      SDD_SPEC_DIR: world.dir,
      SDD_PHASE: 'impl',
      SDD_RUN_ID: request.key.runId,
      SDD_STEP_ID: request.key.stepId,
      SDD_ATTEMPT: '1',
      SDD_AGENT_ID: agentId,
    })
  })

  it('S3 passes on the round of a review, and what the user has set himself', async () => {
    const program = world.program(
      `echo "$SDD_ROUND $DISABLE_AUTOUPDATER" >"$SDD_SPEC_DIR/seen"; ${SAY_DONE}`,
    )
    const env = { SDD_CLAUDE_COMMAND: program, DISABLE_AUTOUPDATER: '0' }
    const registry = world.registry(program, { env })
    await world.end(registry.start(world.request({ phase: 'document-review', round: 3 })).agentId)
    expect(world.text('seen')).toBe('3 0\n')
  })

  it('S3 keeps record, prompt, logs and exit status, readable by their owner only', async () => {
    const program = world.program(`echo oops >&2; ${SAY_DONE}`)
    const registry = world.registry(program)
    const info = registry.start(world.request({ resumeSessionId: 'old-session', seq: 42 }))
    await world.end(info.agentId)
    await registry.drain()
    const folder = world.folder(info.agentId)
    expect(readRecord(folder)).toMatchObject({
      command: program,
      sessionId: 'old-session',
      seq: 42,
    })
    expect(readRecord(folder)?.args).toEqual(expect.arrayContaining(['--resume=old-session']))
    expect(readExitFile(folder)).toBe(0)
    const files = [folder.record, folder.prompt, folder.out, folder.err]
    for (const path of files) expect(statSync(path).mode & 0o777).toBe(0o600)
    expect(statSync(folder.path).mode & 0o777).toBe(0o700)
  })

  it('S3 saves how an agent failed', async () => {
    const registry = world.registry(world.program('exit 3'))
    const { agentId } = registry.start(world.request())
    const outcome = await world.end(agentId)
    await registry.drain()
    const folder = world.folder(agentId)
    expect(outcome.exitCode).toBe(3)
    expect(readOutcomeFile(folder)).toEqual(outcome)
    expect(statSync(folder.outcome).mode & 0o777).toBe(0o600)
  })

  it('X20 no character of a prompt or an argument becomes a command', async () => {
    const evil = `$(touch ${world.path('pwned')}) \`touch ${world.path('pwned')}\`; "'\\ \n --help`
    const program = world.program(
      `cat >"$SDD_SPEC_DIR/stdin"; printf '%s\\0' "$@" >"$SDD_SPEC_DIR/args"; ${SAY_DONE}`,
    )
    const registry = world.registry(program)
    await world.end(registry.start(world.request({ prompt: evil, extraArgs: [evil, ''] })).agentId)
    expect(world.text('stdin')).toBe(evil)
    expect(world.text('args').split('\0').slice(-3)).toEqual([evil, '', ''])
    expect(existsSync(world.path('pwned'))).toBe(false)
  })

  it('S3 tells why it cannot start, and leaves nothing behind', () => {
    const plain = world.path('plain')
    writeFileSync(plain, '', { mode: 0o644 })
    const codeOf = (command: string, agent = 'claude'): unknown => {
      const request = world.request({ agent })
      try {
        return world.registry(command).start(request)
      } catch (error) {
        expect(existsSync(world.folder(request.key.agentId).path)).toBe(false)
        return error instanceof AgentStartError ? [error.code, error.subject] : error
      }
    }
    expect(codeOf(world.path('none'))).toEqual(['agent-missing', world.path('none')])
    expect(codeOf(plain)).toEqual(['agent-not-executable', plain])
    expect(codeOf(world.dir)).toEqual(['agent-not-executable', world.dir])
    expect(codeOf(plain, 'nobody')).toEqual(['agent-unknown', 'nobody'])
    expect(world.changes).toEqual([])
  })

  it('S3 a working folder that is gone is an error at once, not an agent that never ends', async () => {
    const registry = world.registry(world.program(SAY_DONE))
    const request = world.request({ cwd: world.path('gone') })
    expect(() => registry.start(request)).toThrow(AgentStartError)
    expect(registry.list()).toEqual([])
    await until(() => world.errors.length > 0)
    expect(await listFromDisk(world)).toMatchObject([{ status: 'failed' }])
  })

  it('X14 refuses to launch the same agent id twice', async () => {
    const registry = world.registry(world.program(SAY_DONE))
    const request = world.request()
    registry.start(request)
    expect(() => registry.start(request)).toThrow(AgentStartError)
    await world.end(request.key.agentId)
  })
})

describe('status changes', () => {
  it('D4.1 D3.3 an agent that ends at once is noticed by who came after its start', async () => {
    const registry = world.registry(world.program(SAY_DONE))
    for (let count = 0; count < 30; count += 1) {
      const { agentId } = registry.start(world.request())
      const seen = await new Promise<AgentStatusChange>((resolve) => {
        const unsubscribe = registry.onAgentStatusChange((change) => {
          unsubscribe()
          resolve(change)
        })
      })
      expect(seen).toMatchObject({
        key: { agentId },
        item: specNamed('feature'),
        status: 'completed',
      })
    }
  })

  it('D4.2 many at a time are all told, once, in one order for every listener', async () => {
    const registry = world.registry(world.program(SAY_DONE))
    const second: AgentStatusChange[] = []
    let left = 20
    registry.onAgentStatusChange((change) => {
      if (change.outcome !== null && left-- > 0) registry.start(world.request())
    })
    registry.onAgentStatusChange((change) => second.push(change))
    for (let count = 0; count < 20; count += 1) registry.start(world.request())
    await until(() => world.changes.filter(({ outcome }) => outcome !== null).length === 40)
    expect(second).toEqual(world.changes)
    const ids = new Set(world.changes.map(({ key }) => key.agentId))
    expect(ids.size).toBe(40)
    for (const agentId of ids) expect(world.statuses(agentId)).toEqual(['running', 'completed'])
  })

  it('D4.2 a listener that throws is reported and stops no one', async () => {
    const registry = world.registry(world.program(SAY_DONE))
    const seen: string[] = []
    const problem = new Error('listener')
    registry.onAgentStatusChange(() => {
      throw problem
    })
    registry.onAgentStatusChange(({ status }) => seen.push(status))
    await world.end(registry.start(world.request()).agentId)
    expect(seen).toEqual(['running', 'completed'])
    expect(world.errors).toEqual([problem, problem])
  })

  it('D3.4 running says nothing but that', () => {
    const registry = world.registry(world.program(SAY_DONE))
    const request = world.request()
    registry.start(request)
    const { key, item } = request
    expect(world.changes).toEqual([{ key, item, status: 'running', outcome: null, question: null }])
  })

  it.each([
    ['D3.1', SAY_DONE, 'completed'],
    ['D3.2', 'echo broken >&2; exit 3', 'failed'],
  ])('%s the end is reported whatever was before, hang too', async (_, end, status) => {
    const gate = world.gate('go')
    const registry = world.registry(world.program(`${WAIT}; ${end}`), { hangAfterMs: 20 })
    const { agentId } = registry.start(world.request())
    await until(() => world.statuses(agentId).includes('hang'))
    await gate.open()
    await world.end(agentId)
    expect(world.statuses(agentId).at(-1)).toBe(status)
  })

  it('D3.2 a failure brings its cause and the last words of stderr', async () => {
    const body = 'head -c 100000 /dev/zero | tr "\\0" x >&2; echo " the end あ" >&2; exit 3'
    const registry = world.registry(world.program(body))
    const outcome = await world.end(registry.start(world.request()).agentId)
    expect(outcome).toMatchObject({ status: 'failed', cause: 'exit-code', exitCode: 3 })
    expect(outcome.message).toMatch(/^x+ the end あ$/)
    expect(Buffer.byteLength(outcome.message)).toBeLessThanOrEqual(2048)
  })

  it('D3.2 an error the agent reports is a failure, whatever its exit code', async () => {
    const line = '{"type":"result","subtype":"success","is_error":true,"result":"API Error: 401"}'
    const registry = world.registry(world.program(`echo '${line}'`))
    const outcome = await world.end(registry.start(world.request()).agentId)
    expect(outcome).toMatchObject({ cause: 'agent-error', exitCode: 0, message: 'API Error: 401' })
  })

  it('D3.2 exit 0 without a terminal event is a failure', async () => {
    const registry = world.registry(world.program('echo "all fine"'))
    const outcome = await world.end(registry.start(world.request()).agentId)
    expect(outcome).toMatchObject({ cause: 'no-terminal-event', message: 'all fine' })
  })

  it('D3.1 a terminal event without a newline counts', async () => {
    const registry = world.registry(world.program(SAY_DONE.replace('echo', 'printf %s')))
    const { agentId } = registry.start(world.request())
    expect(await world.end(agentId)).toMatchObject({ status: 'completed' })
  })

  it('R15 an agent ended by a signal that is no stop has failed', async () => {
    const registry = world.registry(world.program('kill -TERM $$; sleep 1000'))
    const outcome = await world.end(registry.start(world.request()).agentId)
    expect(outcome).toMatchObject({
      status: 'failed',
      cause: 'signal',
      signal: 'SIGTERM',
      exitCode: 143,
    })
  })

  it('D6.2 a log that cannot be read ends the agent as failed, it never hangs', async () => {
    const request = world.request()
    const { path } = world.folder(request.key.agentId)
    const registry = world.registry(world.program(`rm -r '${path}'; ${SAY_DONE}`))
    registry.start(request)
    expect(await world.end(request.key.agentId)).toMatchObject({ status: 'failed' })
    expect(world.errors.length).toBeGreaterThan(0)
  })
})

describe('silence', () => {
  it('R10 is shown as hang once, kills nothing, and is over with the next output', async () => {
    const gate = world.gate('go')
    const last = world.gate('last')
    const body = `echo $$ >"$SDD_SPEC_DIR/pid"; ${WAIT}; echo '{}'; read -r _ <"$SDD_SPEC_DIR/last"; ${SAY_DONE}`
    const registry = world.registry(world.program(body), { hangAfterMs: 30, pollMs: 3 })
    const { agentId } = registry.start(world.request())
    await until(() => world.statuses(agentId).includes('hang'))
    const pid = await world.pid('pid')
    expect(isPidAlive(pid)).toBe(true)
    expect(registry.get(agentId)?.status).toBe('hang')
    await gate.open()
    // On a busy machine the next silence may begin before this check.
    await until(() => world.statuses(agentId).length >= 3)
    await last.open()
    await world.end(agentId)
    const statuses = world
      .statuses(agentId)
      .filter((status, index, all) => status !== all[index - 1])
    expect(statuses).toEqual(world.statuses(agentId))
    expect(statuses.slice(0, 3)).toEqual(['running', 'hang', 'running'])
    expect(statuses.at(-1)).toBe('completed')
  })

  it('R10 output on stderr counts as a sign of life', async () => {
    const gate = world.gate('go')
    const body = `while [ ! -e "$SDD_SPEC_DIR/enough" ]; do echo . >&2; sleep 0.01; done; ${WAIT}`
    const registry = world.registry(world.program(body), { hangAfterMs: 5000, pollMs: 3 })
    const { agentId } = registry.start(world.request())
    await until(() => registry.get(agentId)?.lastOutputAt !== null)
    expect(registry.get(agentId)?.lastOutputAt).toMatch(/Z$/)
    writeFileSync(world.path('enough'), '')
    await gate.open()
    await world.end(agentId)
  })
})

describe('list and get', () => {
  it('D6.2 S3 know running agents and ended ones, in memory and on disk', async () => {
    const gate = world.gate('go')
    const init = '{"type":"system","subtype":"init","session_id":"from-agent"}'
    const usage =
      '{"type":"assistant","message":{"content":[],"usage":{"input_tokens":4,"output_tokens":2}}}'
    const body = `echo '${init}'; echo '${usage}'; echo '${usage}'; ${WAIT}; ${SAY_DONE}`
    const registry = world.registry(world.program(body))
    const { agentId, pid } = registry.start(world.request())
    await until(() => registry.get(agentId)?.usage !== null)
    expect(registry.list()).toMatchObject([
      {
        agentId,
        pid,
        status: 'running',
        sessionId: 'from-agent',
        usage: { inputTokens: 4, outputTokens: 2 },
      },
    ])
    expect(await listFromDisk(world)).toMatchObject([{ agentId, pid, status: 'running' }])
    await gate.open()
    await world.end(agentId)
    const ended = { status: 'completed', usage: { inputTokens: 10, outputTokens: 5, costUsd: 0.5 } }
    expect(registry.get(agentId)).toMatchObject({ ...ended, endedAt: expect.any(String) })
    expect(registry.get(world.request().key.agentId)).toBeNull()
    const onDisk = async (): Promise<unknown> => (await listFromDisk(world))[0]
    expect(await onDisk()).toMatchObject(ended)
    await registry.drain()
    expect(await onDisk()).toMatchObject({ ...ended, endedAt: expect.any(String), message: 'done' })
    const other = world.registry('/bin/true')
    for (const info of [...registry.list(), other.get(agentId)]) {
      expect(AGENT_STATUSES).toContain(agentInfoSchema.parse(info).status)
    }
  })

  it('S3 sums up usage while the agent works without counting a turn twice', async () => {
    const gate = world.gate('go')
    const usage = (input: number, output: number): string =>
      `echo '{"type":"assistant","message":{"usage":{"input_tokens":${input},"output_tokens":${output}}}}'`
    const body = [usage(10, 1), usage(10, 3), usage(20, 2), usage(20, 2), WAIT].join('\n')
    const registry = world.registry(world.program(body))
    const { agentId } = registry.start(world.request())
    await until(() => registry.get(agentId)?.usage?.inputTokens === 30)
    expect(registry.get(agentId)?.usage).toEqual({ inputTokens: 30, outputTokens: 5 })
    await gate.open()
    await world.end(agentId)
  })
})

describe('dispose', () => {
  it('D6.1 lets go of listeners and leaves the running agent', async () => {
    const gate = world.gate('go')
    const registry = world.registry(world.program(`${WAIT}; ${SAY_DONE}`))
    const { agentId } = registry.start(world.request())
    registry.dispose()
    await gate.open()
    await until(() => readExitFile(world.folder(agentId)) === 0)
    const next = world.registry('/bin/true')
    expect(await next.adopt(agentId)).toMatchObject({
      kind: 'ended',
      outcome: { status: 'completed' },
    })
    expect(world.statuses(agentId)).toEqual(['running'])
    expect(() => registry.onAgentStatusChange(() => {})).toThrow('disposed')
    expect(() => registry.start(world.request())).toThrow(AgentStartError)
  })

  it('D6.1 an unsubscribed listener hears nothing more', async () => {
    const registry = world.registry(world.program(SAY_DONE))
    const seen: string[] = []
    const unsubscribe = registry.onAgentStatusChange(({ status }) => seen.push(status))
    const { agentId } = registry.start(world.request())
    unsubscribe()
    unsubscribe()
    await world.end(agentId)
    expect(seen).toEqual(['running'])
  })
})

describe('simulated agent', () => {
  it('S3 runs as a program of this Node', async () => {
    const program = world.path('main.js')
    writeFileSync(
      program,
      'console.log(JSON.stringify({type:"result",is_error:false,result:process.argv.at(-1)}))',
    )
    const drivers = builtInDrivers({ ownProgram: program })
    const registry = world.registry('/none', { drivers })
    const request = world.request({ agent: 'simulated', own: { fast: true } })
    const outcome = await world.end(registry.start(request).agentId)
    expect(outcome).toMatchObject({ status: 'completed', message: '--fast' })
  })
})
