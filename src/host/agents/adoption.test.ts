import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { AgentId } from '../../contracts/ids.ts'
import { AgentWorld, isPidAlive, SAY_DONE, until } from '../../testkit/worlds/agent-world.ts'
import {
  createAgentFolder,
  readExitFile,
  readRecord,
  readStartFile,
} from './folder/agent-folder.ts'
import { writeOutcomeFile } from './folder/agent-folder.ts'
import { AgentRegistry } from './agent-registry.ts'
import { builtInDrivers } from './drivers/built-in.ts'
import { listFromDisk } from './folder/agents-on-disk.ts'
import { agentEnv, type LaunchRequest } from './launch/launch-agent.ts'
import { bareOutcome } from './logs/outcome.ts'
import { processTable } from './process/process-table.ts'
import { spawnWrapper } from './process/wrapper.ts'

let world: AgentWorld
let strays: ChildProcess[]
beforeEach(() => {
  world = new AgentWorld()
  strays = []
})
afterEach(async () => {
  for (const child of strays) child.kill('SIGKILL')
  await world.dispose()
})

const WAIT = 'read -r _ <"$SDD_SPEC_DIR/go"'
const BUILT = new URL('../../../.cache/compiled/host/agents/', import.meta.url).href

/** A compiled host in its own process that starts one agent. */
const otherHost = async (body: string, { stays = true } = {}) => {
  const request = world.request()
  const program = world.program(body)
  const script = `
    import { AgentRegistry } from '${BUILT}agent-registry.js'
    import { builtInDrivers } from '${BUILT}drivers/built-in.js'
    import { sealOf } from '${BUILT}../project/seal.js'
    const seal = sealOf('${world.dir}', { XDG_STATE_HOME: '${world.dir}/state' })
    const [agentsDir, request, stays] = process.argv.slice(2)
    const registry = new AgentRegistry({ agentsDir, runtimeDir: '', seal, drivers: builtInDrivers(), env: process.env })
    registry.start(JSON.parse(request))
    console.log('started')
    if (stays === 'true') setInterval(() => {}, 1000)
  `
  const path = world.path('host.mjs')
  writeFileSync(path, script)
  const args = [path, world.agentsDir, JSON.stringify(request), String(stays)]
  const child = spawn(process.execPath, args, {
    env: { PATH: process.env['PATH'], SDD_CLAUDE_COMMAND: program },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  strays.push(child)
  const exited = once(child, 'exit')
  await once(child.stdout, 'data')
  const { agentId } = request.key
  await until(() => readStartFile(world.folder(agentId)).kind === 'started')
  return { agentId, child, exited }
}

const killedHost = async (body: string): Promise<AgentId> => {
  const { agentId, child, exited } = await otherHost(body)
  child.kill('SIGKILL')
  await exited
  return agentId
}

const wrapperPid = (agentId: AgentId): number => {
  const start = readStartFile(world.folder(agentId))
  return start.kind === 'started' ? start.pid : Number.NaN
}

/** The state that a host leaves when it crashes right before the spawn. */
const prepare = (request: LaunchRequest, command: string): { launch: () => ChildProcess } => {
  const folder = world.folder(request.key.agentId)
  const { key, item, phase, round, agent, cwd, seq } = request
  const startedAt = new Date().toISOString()
  const rest = { command, args: [], sessionId: null, model: null, startedAt }
  const record = { ...key, item, phase, round, agent, cwd, seq, ...rest }
  createAgentFolder(folder, { record, prompt: '' })
  const env = agentEnv(request, { PATH: process.env['PATH'] })
  return { launch: () => spawnWrapper({ folder, command, args: [], cwd, env }) }
}

describe('adopt', () => {
  it('an agent whose stop failed is looked at again, and its end is reported', async () => {
    const gate = world.gate('go')
    const agentId = await killedHost(`${WAIT}; ${SAY_DONE}`)
    let isReadable = true
    const registry = new AgentRegistry({
      agentsDir: world.agentsDir,
      runtimeDir: world.runtimeDir,
      seal: world.seal,
      drivers: builtInDrivers(),
      env: {},
      pollMs: 5,
      get graceMs() {
        if (isReadable) return 200
        throw new Error('the settings cannot be read')
      },
    })
    registry.onAgentStatusChange((change) => world.changes.push(change))
    try {
      expect(await registry.adopt(agentId)).toEqual({ kind: 'running' })
      isReadable = false
      await expect(registry.stop(agentId)).rejects.toThrow('the settings cannot be read')
      isReadable = true
      await gate.open()
      expect(await world.end(agentId)).toMatchObject({ cause: 'stopped' })
      expect(registry.working()).toEqual([])
    } finally {
      registry.dispose()
    }
  })

  it('X14 a running agent outlives its killed host, and its end is reported to the next', async () => {
    const gate = world.gate('go')
    const agentId = await killedHost(
      `echo '{"type":"system","subtype":"init","session_id":"s7"}'; ${WAIT}; ${SAY_DONE}`,
    )
    const registry = world.registry('/none')
    expect(await Promise.all([registry.adopt(agentId), registry.adopt(agentId)])).toEqual([
      { kind: 'running' },
      { kind: 'running' },
    ])
    await until(() => registry.get(agentId)?.sessionId === 's7')
    expect(registry.list()).toMatchObject([
      { agentId, status: 'running', pid: wrapperPid(agentId) },
    ])
    await gate.open()
    expect(await world.end(agentId)).toMatchObject({ status: 'completed', exitCode: 0 })
    await registry.drain()
    expect(world.statuses(agentId)).toEqual(['completed'])
    expect(world.errors).toEqual([])
  })

  it('X14 an agent that ended while no host was there is noticed, with its outcome', async () => {
    const gate = world.gate('go')
    const agentId = await killedHost(`${WAIT}; echo broken >&2; exit 5`)
    await gate.open()
    await until(() => readExitFile(world.folder(agentId)) !== null)
    const outcome = { status: 'failed', cause: 'exit-code', exitCode: 5, message: 'broken' }
    const first = await world.registry('/none').adopt(agentId)
    expect(first).toMatchObject({ kind: 'ended', outcome })
    expect(await world.registry('/none').adopt(agentId)).toEqual(first)
    expect(world.changes).toEqual([])
  })

  it('X14 a host may end by itself while its agent works on', async () => {
    const gate = world.gate('go')
    const { agentId, exited } = await otherHost(`${WAIT}; ${SAY_DONE}`, { stays: false })
    expect((await exited)[0]).toBe(0)
    expect(await world.registry('/none').adopt(agentId)).toEqual({ kind: 'running' })
    await gate.open()
    expect(await world.end(agentId)).toMatchObject({ status: 'completed' })
  })

  it('X14 a launch that never happened is fenced, and cannot happen later', async () => {
    const request = world.request()
    const { agentId } = request.key
    const { launch } = prepare(request, world.program('echo ran >"$SDD_SPEC_DIR/ran"'))
    const registry = world.registry('/none')
    expect(await registry.adopt(agentId)).toEqual({ kind: 'never-started' })
    await once(launch(), 'exit')
    expect(existsSync(world.path('ran'))).toBe(false)
    expect(await registry.adopt(agentId)).toEqual({ kind: 'never-started' })
    expect(await registry.adopt(world.request().key.agentId)).toEqual({ kind: 'never-started' })
    expect(await listFromDisk(world)).toMatchObject([{ agentId, status: 'failed' }])
  })

  it('X14 when wrapper and recovering host race, the agent runs exactly if it was adopted', async () => {
    const registry = world.registry('/none')
    for (let count = 0; count < 40; count += 1) {
      const request = world.request({ specDir: world.path(`ran-${count}`) })
      const { agentId } = request.key
      const { launch } = prepare(request, world.program(`echo x >"$SDD_SPEC_DIR"; ${SAY_DONE}`))
      const exited = once(launch(), 'exit')
      // Moments from "before the shell is up" to "after it has claimed the launch".
      const moment = performance.now() + count * 0.06
      while (performance.now() < moment);
      const adoption = await registry.adopt(agentId)
      await exited
      if (adoption.kind === 'running') await world.end(agentId)
      expect(existsSync(world.path(`ran-${count}`))).toBe(adoption.kind !== 'never-started')
      expect(adoption.kind).not.toBe('lost')
    }
  })

  it('X14 an agent that died with its machine is lost, which is a failure', async () => {
    world.gate('go')
    const agentId = await killedHost(WAIT)
    process.kill(-wrapperPid(agentId), 'SIGKILL')
    await until(() => !isPidAlive(wrapperPid(agentId)))
    const adoption = await world.registry('/none').adopt(agentId)
    expect(adoption).toMatchObject({ kind: 'lost', outcome: { status: 'failed', cause: 'lost' } })
    expect(await listFromDisk(world)).toMatchObject([{ status: 'failed' }])
  })

  it('X14 an agent whose wrapper alone was killed is ended before it is called lost', async () => {
    world.gate('go')
    const agentId = await killedHost(`echo $$ >"$SDD_SPEC_DIR/pid"; ${WAIT}`)
    const pid = await world.pid('pid')
    process.kill(wrapperPid(agentId), 'SIGKILL')
    await until(() => !isPidAlive(wrapperPid(agentId)))
    expect(isPidAlive(pid)).toBe(true)
    expect(await world.registry('/none').adopt(agentId)).toMatchObject({ kind: 'lost' })
    expect(isPidAlive(pid)).toBe(false)
  })

  it('X14 an adopted agent that is killed later has failed, its tree is dead', async () => {
    world.gate('go')
    const agentId = await killedHost(`echo $$ >"$SDD_SPEC_DIR/pid"; ${WAIT}`)
    const registry = world.registry('/none')
    await registry.adopt(agentId)
    const pid = await world.pid('pid')
    process.kill(wrapperPid(agentId), 'SIGKILL')
    expect(await world.end(agentId)).toMatchObject({ status: 'failed', cause: 'lost' })
    expect(isPidAlive(pid)).toBe(false)
  })

  it('X14 a half-written exit status does not count', async () => {
    world.gate('go')
    const agentId = await killedHost(`${SAY_DONE}; ${WAIT}`)
    process.kill(-wrapperPid(agentId), 'SIGKILL')
    await until(() => !isPidAlive(wrapperPid(agentId)))
    writeFileSync(world.folder(agentId).exit, '0')
    expect(await world.registry('/none').adopt(agentId)).toMatchObject({ kind: 'lost' })
  })

  it('X14 a process that only has the same pid is neither adopted nor killed', async () => {
    const request = world.request()
    prepare(request, '/bin/true')
    const stranger = spawn('sleep', ['1000'], { stdio: 'ignore', detached: true })
    strays.push(stranger)
    const pid = stranger.pid ?? 0
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    writeFileSync(world.folder(request.key.agentId).start, stat)
    const registry = world.registry('/none')
    expect(await registry.adopt(request.key.agentId)).toMatchObject({ kind: 'lost' })
    await registry.stop(request.key.agentId)
    expect(isPidAlive(pid)).toBe(true)
  })

  it('X14 an agent whose claim was not written out is found by its mark', async () => {
    const gate = world.gate('go')
    const agentId = await killedHost(`${WAIT}; ${SAY_DONE}`)
    const pid = wrapperPid(agentId)
    writeFileSync(world.folder(agentId).start, '')
    const registry = world.registry('/none')
    expect(await registry.adopt(agentId)).toEqual({ kind: 'running' })
    expect(registry.get(agentId)?.pid).toBe(pid)
    await gate.open()
    expect(await world.end(agentId)).toMatchObject({ status: 'completed' })
  })

  it('X14 a claim that was not written out and belongs to no one is lost', async () => {
    const request = world.request()
    prepare(request, '/bin/true')
    writeFileSync(world.folder(request.key.agentId).start, '')
    expect(await world.registry('/none').adopt(request.key.agentId)).toMatchObject({ kind: 'lost' })
  })
})

describe('stop by another host', () => {
  it('X2 X14 ends the tree of an agent that this host did not start', async () => {
    const agentId = await killedHost(
      `setsid sh -c 'trap "" TERM; echo $$ >"$SDD_SPEC_DIR/1"; while :; do sleep 1000; done' &
       echo $$ >"$SDD_SPEC_DIR/2"; sleep 1000`,
    )
    const pids = [await world.pid('1'), await world.pid('2'), wrapperPid(agentId)]
    const registry = world.registry('/none', { graceMs: 50 })
    await registry.stop(agentId)
    expect(pids.filter(isPidAlive)).toEqual([])
    expect(world.statuses(agentId)).toEqual(['interrupted'])
    await registry.drain()
    const again = await world.registry('/none').adopt(agentId)
    expect(again).toMatchObject({ outcome: { status: 'interrupted', cause: 'stopped' } })
  })

  it('X14 continues with a stop in the midst of which the host died', async () => {
    world.gate('go')
    const agentId = await killedHost(`echo $$ >"$SDD_SPEC_DIR/pid"; ${WAIT}`)
    const pid = await world.pid('pid')
    writeOutcomeFile(world.folder(agentId), bareOutcome({ kind: 'unknown' }, true))
    expect(await world.registry('/none').adopt(agentId)).toEqual({ kind: 'running' })
    expect(await world.end(agentId)).toMatchObject({ status: 'interrupted', cause: 'stopped' })
    expect(isPidAlive(pid)).toBe(false)
  })

  it('X14 of an agent that was not started yet keeps it from ever starting', async () => {
    const request = world.request()
    const { launch } = prepare(request, world.program('echo ran >"$SDD_SPEC_DIR/ran"'))
    await world.registry('/none').stop(request.key.agentId)
    await once(launch(), 'exit')
    expect(existsSync(world.path('ran'))).toBe(false)
    expect(readRecord(world.folder(request.key.agentId))).not.toBeNull()
    expect(processTable.rows(`SDD_AGENT_ID=${request.key.agentId}`).some((r) => r.isMarked)).toBe(
      false,
    )
  })
})
