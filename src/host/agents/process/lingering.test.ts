import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import {
  AgentWorld,
  isPidAlive,
  RESULT_LINE,
  SAY_DONE,
  until,
} from '../../../testkit/worlds/agent-world.ts'
import { readOutcomeFile, readStartFile } from '../folder/agent-folder.ts'
import { listFromDisk } from '../folder/agents-on-disk.ts'

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

/** Prints its terminal event and stays, as claude does with a background shell. */
const staysAfter = (saying: string): string =>
  `echo $$ >"$SDD_SPEC_DIR/agent.pid"; ${saying}; setsid sleep 1000 & wait`
const FAILED = RESULT_LINE.replace('"is_error":false', '"is_error":true')
const BUILT = new URL('../../../../.cache/compiled/host/agents/', import.meta.url).href

describe('an agent that stays after its terminal event', () => {
  it('A3 is ended, and judged by that event', async () => {
    const registry = world.registry(world.program(staysAfter(SAY_DONE)), { lingerMs: 50 })
    const { agentId } = registry.start(world.request())
    const pid = await world.pid('agent.pid')
    const expected = { status: 'completed', cause: 'success', message: 'done', exitCode: null }
    expect(await world.end(agentId)).toMatchObject(expected)
    expect(isPidAlive(pid)).toBe(false)
    await registry.drain()
    expect(world.statuses(agentId)).toEqual(['running', 'completed'])
    expect(await listFromDisk(world)).toMatchObject([{ agentId, status: 'completed' }])
    expect(world.errors).toEqual([])
  })

  it('A3 has failed when that event says so', async () => {
    const program = world.program(staysAfter(`echo '${FAILED}'`))
    const { agentId } = world.registry(program, { lingerMs: 50 }).start(world.request())
    expect(await world.end(agentId)).toMatchObject({ status: 'failed', cause: 'agent-error' })
  })

  it('A3 is left alone while it prints on', async () => {
    vi.useFakeTimers({ toFake: ['performance'] })
    onTestFinished(() => void vi.useRealTimers())
    const says = (session: string): string =>
      `echo '{"type":"system","subtype":"init","session_id":"${session}"}'`
    const words = ['s2', 's3', 's4']
    // One gate per word: a gate that is reused may still be open and let the agent pass twice.
    const gates = words.map((word) => world.gate(word))
    const talk = words.map((word) => `read -r _ <"$SDD_SPEC_DIR/${word}"; ${says(word)}`)
    const program = world.program(`${SAY_DONE}; ${says('s1')}; ${talk.join('; ')}; sleep 1000`)
    const registry = world.registry(program, { lingerMs: 1500 })
    const { agentId } = registry.start(world.request())
    await until(() => registry.get(agentId)?.sessionId === 's1')
    for (const [index, word] of words.entries()) {
      vi.advanceTimersByTime(1000)
      await gates[index]?.open()
      await until(() => registry.get(agentId)?.sessionId === word)
      expect(world.statuses(agentId)).toEqual(['running'])
    }
    // Let time pass again, also for the end of its process tree.
    await until(() => {
      vi.advanceTimersByTime(10)
      return world.statuses(agentId).includes('completed')
    })
  })

  it('A3 counts as stopped when the user stops it first', async () => {
    const registry = world.registry(world.program(staysAfter(SAY_DONE)), { lingerMs: 60_000 })
    const { agentId } = registry.start(world.request())
    await world.pid('agent.pid')
    await registry.stop(agentId)
    expect(await world.end(agentId)).toMatchObject({ status: 'interrupted', cause: 'stopped' })
  })

  it('A3 is ended by the next host when its own was killed', async () => {
    const { agentId, child } = await hostWith(staysAfter(SAY_DONE), 60_000)
    const pid = await world.pid('agent.pid')
    child.kill('SIGKILL')
    await once(child, 'exit')
    const registry = world.registry('/none', { lingerMs: 50 })
    expect(await registry.adopt(agentId)).toEqual({ kind: 'running' })
    expect(await world.end(agentId)).toMatchObject({ status: 'completed', message: 'done' })
    expect(isPidAlive(pid)).toBe(false)
  })

  it('A3 keeps its verdict when the host is killed while it ends the agent', async () => {
    const refuse = `trap '' TERM; echo $$ >"$SDD_SPEC_DIR/agent.pid"; ${SAY_DONE}; while :; do sleep 1; done`
    const { agentId, child } = await hostWith(refuse, 50)
    const pid = await world.pid('agent.pid')
    await until(() => readOutcomeFile(world.folder(agentId)) !== null)
    child.kill('SIGKILL')
    await once(child, 'exit')
    const start = readStartFile(world.folder(agentId))
    if (start.kind !== 'started') throw new Error(start.kind)
    process.kill(-start.pid, 'SIGKILL')
    await until(() => !isPidAlive(pid) && !isPidAlive(start.pid))
    expect(await world.registry('/none').adopt(agentId)).toMatchObject({
      outcome: { status: 'completed', cause: 'success', message: 'done' },
    })
  })
})

/** A compiled host in its own process that starts one agent. */
async function hostWith(body: string, lingerMs: number) {
  const request = world.request()
  const path = world.path('host.mjs')
  writeFileSync(
    path,
    `import { AgentRegistry } from '${BUILT}agent-registry.js'
    import { builtInDrivers } from '${BUILT}drivers/built-in.js'
    import { sealOf } from '${BUILT}../project/seal.js'
    const seal = sealOf('${world.dir}', { XDG_STATE_HOME: '${world.dir}/state' })
    const [agentsDir, request] = process.argv.slice(2)
    const options = { lingerMs: ${lingerMs}, pollMs: 5, graceMs: 60_000 }
    const registry = new AgentRegistry({ agentsDir, runtimeDir: '', seal, drivers: builtInDrivers(), env: process.env, ...options })
    registry.start(JSON.parse(request))
    setInterval(() => {}, 1000)`,
  )
  const child = spawn(process.execPath, [path, world.agentsDir, JSON.stringify(request)], {
    env: { PATH: process.env['PATH'], SDD_CLAUDE_COMMAND: world.program(body) },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  strays.push(child)
  return { agentId: request.key.agentId, child }
}
