import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { AgentId } from '../../../contracts/ids.ts'
import { AgentWorld, isPidAlive, SAY_DONE, until } from '../../../testkit/worlds/agent-world.ts'
import { readExitFile, readRecord } from '../folder/agent-folder.ts'
import type { AgentRegistry } from '../agent-registry.ts'
import { cgroupFolders, cgroupHomes, findCgroupHome } from './cgroups/cgroup-home.ts'
import { processTable } from './process-table.ts'

let world: AgentWorld
let strays: ChildProcess[]
let daemons: number[]
beforeEach(() => {
  world = new AgentWorld()
  strays = []
  daemons = []
})
afterEach(async () => {
  for (const child of strays) child.kill('SIGKILL')
  for (const pid of daemons) if (isPidAlive(pid)) process.kill(pid, 'SIGKILL')
  await world.dispose()
})

/** Own session, no parent, no mark: nothing in the process table links it to the agent. */
const daemonWith = (trap: string): string =>
  `env -i DIR="$SDD_SPEC_DIR" setsid sh -c '(setsid sh -c "${trap}echo \\$\\$ >\\"\\$DIR/daemon\\"; while :; do sleep 1000; done" &)'`
const DAEMON = daemonWith('')
const DEAF_DAEMON = daemonWith('trap : TERM; ')
const STAY = 'echo $$ >"$SDD_SPEC_DIR/agent"; exec sleep 1000'
const WAIT = 'echo $$ >"$SDD_SPEC_DIR/agent"; read -r _ <"$SDD_SPEC_DIR/go"'
const BUILT = new URL('../../../../.cache/compiled/host/agents/', import.meta.url).href

const cgroupOf = (agentId: AgentId): string => readRecord(world.folder(agentId))?.cgroup ?? ''

/** The pid of the daemon, once it has lost its parent. */
const orphan = async (): Promise<number> => {
  const pid = await world.pid('daemon')
  daemons.push(pid)
  await world.pid('agent')
  return pid
}

const CGROUPS = findCgroupHome() !== null

// Without control groups these only show that nothing else breaks; see the next suite.
describe('a daemon that an agent has let go of entirely', () => {
  it.each([{ daemon: DAEMON }, { daemon: DEAF_DAEMON }])(
    'H4 X2 is ended when the agent is stopped, and its control group is removed: $daemon',
    async ({ daemon }) => {
      const registry = world.registry(world.program(`${daemon}; ${STAY}`))
      const { agentId } = registry.start(world.request())
      const pid = await orphan()
      await registry.stop(agentId)
      expect([CGROUPS && isPidAlive(pid), existsSync(cgroupOf(agentId))]).toEqual([false, false])
    },
  )

  it.each([null, ...cgroupHomes()])(
    'H4 X2 is ended by a stop in any hierarchy: %s',
    async (home) => {
      const options = { cgroupHome: home, pollMs: 60_000 }
      const registry = world.registry(world.program(`${DAEMON}; ${STAY}`), options)
      const { agentId } = registry.start(world.request())
      const pid = await orphan()
      await registry.stop(agentId)
      expect([isPidAlive(pid), existsSync(cgroupOf(agentId))]).toEqual([home === null, false])
    },
  )

  it('H4 is ended after a normal end of the agent, however short it was', async () => {
    const body = `${DAEMON}; while [ ! -s "$SDD_SPEC_DIR/daemon" ]; do :; done; ${SAY_DONE}`
    const registry = world.registry(world.program(`echo $$ >"$SDD_SPEC_DIR/agent"; ${body}`))
    const { agentId } = registry.start(world.request())
    expect(await world.end(agentId)).toMatchObject({ status: 'completed' })
    const pid = await orphan()
    await registry.drain()
    expect([CGROUPS && isPidAlive(pid), existsSync(cgroupOf(agentId))]).toEqual([false, false])
  })

  it('H4 X14 is ended by the next host when the agent is stopped there', async () => {
    const agentId = await killedHost(`${DAEMON}; ${STAY}`)
    const pid = await orphan()
    await world.registry('/none').stop(agentId)
    expect([CGROUPS && isPidAlive(pid), existsSync(cgroupOf(agentId))]).toEqual([false, false])
  })

  it.each([
    { way: 'takes the agent over', next: (host: AgentRegistry, id: AgentId) => host.adopt(id) },
    { way: 'only starts', next: (host: AgentRegistry) => host.sweepLeftovers() },
  ])('H4 X14 is ended by the next host that $way after the end', async ({ next }) => {
    const gate = world.gate('go')
    const agentId = await killedHost(`${DAEMON}; ${WAIT}; ${SAY_DONE}`)
    const pid = await orphan()
    await gate.open()
    await until(() => readExitFile(world.folder(agentId)) !== null)
    const registry = world.registry('/none')
    await next(registry, agentId)
    await registry.drain()
    expect([CGROUPS && isPidAlive(pid), existsSync(cgroupOf(agentId))]).toEqual([false, false])
  })

  it('H4 H8 is ended by the next host without control groups, if it still carries the mark', async () => {
    const marked = `setsid sh -c 'echo $$ >"$SDD_SPEC_DIR/daemon"; exec sleep 1000' &`
    const first = world.registry(world.program(`${marked} ${WAIT}; ${SAY_DONE}`), {
      cgroupHome: null,
    })
    const gate = world.gate('go')
    const { agentId } = first.start(world.request())
    const pid = await orphan()
    first.dispose()
    await gate.open()
    await until(() => readExitFile(world.folder(agentId)) !== null)
    const registry = world.registry('/none', { cgroupHome: null })
    registry.sweepLeftovers()
    await registry.drain()
    expect(isPidAlive(pid)).toBe(false)
  })

  it('H4 leaves running agents alone when a host starts', async () => {
    world.gate('go')
    const agentId = await killedHost(`${DAEMON}; ${WAIT}; ${SAY_DONE}`)
    const pid = await orphan()
    const registry = world.registry('/none')
    registry.sweepLeftovers()
    await registry.drain()
    expect([isPidAlive(pid), isPidAlive(await world.pid('agent'))]).toEqual([true, true])
    await registry.stop(agentId)
  })

  it('H4 leaves the group of an agent alone that a stranger says it ran in', async () => {
    const registry = world.registry(world.program(`${DAEMON}; ${STAY}`))
    const { agentId } = registry.start(world.request())
    const pid = await orphan()
    const other = world.request().key.agentId
    const record = readRecord(world.folder(agentId))
    const folder = world.folder(other)
    mkdirSync(folder.path, { recursive: true })
    writeFileSync(folder.record, JSON.stringify({ ...record, agentId: other, code: 'x' }))
    await registry.stop(other)
    expect(isPidAlive(pid)).toBe(true)
    await registry.stop(agentId)
  })

  it('H4 works anyway where the group cannot be made', async () => {
    const registry = world.registry(world.program(SAY_DONE), { cgroupHome: '/sys/fs/none' })
    const { agentId } = registry.start(world.request())
    expect(await world.end(agentId)).toMatchObject({ status: 'completed' })
    expect(world.errors).toEqual([])
  })
})

describe('the same without control groups', () => {
  const whileSeen = `setsid sh -c 'env -i DIR="$SDD_SPEC_DIR" setsid sh -c "echo \\$\\$ >\\"\\$DIR/daemon\\"; exec sleep 1000" & echo $$ >"$SDD_SPEC_DIR/parent"; read -r _ <"$SDD_SPEC_DIR/part"'`

  /** A daemon that was the agent's descendant during a scan and then lost its parents. */
  const seenDaemon = async (rest: string) => {
    const gate = world.gate('part')
    const registry = world.registry(world.program(`${whileSeen}; ${rest}`), { cgroupHome: null })
    const { agentId } = registry.start(world.request())
    const pid = await world.pid('daemon')
    daemons.push(pid)
    const scans = vi.spyOn(processTable, 'rows')
    await until(() => scans.mock.calls.length > 1)
    scans.mockRestore()
    await gate.open()
    await world.pid('agent')
    const parent = await world.pid('parent')
    await until(() => !isPidAlive(parent))
    return { registry, agentId, pid }
  }

  it('H4 X2 what lived below the agent at a scan is ended when it is stopped', async () => {
    const { registry, agentId, pid } = await seenDaemon(STAY)
    expect(isPidAlive(pid)).toBe(true)
    await registry.stop(agentId)
    expect(isPidAlive(pid)).toBe(false)
    expect(cgroupOf(agentId)).toBe('')
  })

  it('H4 what lived below the agent at a scan is ended after its normal end', async () => {
    const gate = world.gate('go')
    const { registry, agentId, pid } = await seenDaemon(`${WAIT}; ${SAY_DONE}`)
    await gate.open()
    expect(await world.end(agentId)).toMatchObject({ status: 'completed' })
    await registry.drain()
    expect(isPidAlive(pid)).toBe(false)
  })

  it('H4 one that left before any scan is not found', async () => {
    const options = { cgroupHome: null, pollMs: 60_000 }
    const registry = world.registry(world.program(`${DAEMON}; ${STAY}`), options)
    const { agentId } = registry.start(world.request())
    const pid = await orphan()
    await registry.stop(agentId)
    expect(isPidAlive(pid)).toBe(true)
  })
})

describe('where control groups are', () => {
  const V2 = '30 23 0:26 / /sys/fs/cgroup rw - cgroup2 cgroup2 rw,nsdelegate'
  const V1 = '31 23 0:27 /box /mnt/freezer rw - cgroup cgroup rw,freezer'

  it('H4 is the own group in hierarchies that limit nothing, then in version 2', () => {
    const own = '7:freezer:/box/a\n5:cpu,pids:/b\n0::/user.slice/run.scope\n'
    const pids = '32 23 0:28 / /mnt/pids rw - cgroup cgroup rw,cpu,pids'
    expect(cgroupFolders(own, [V1, pids, V2].join('\n'))).toEqual([
      '/mnt/freezer/a',
      '/mnt/pids/b',
      '/sys/fs/cgroup/user.slice/run.scope',
    ])
  })

  it('H4 is nowhere when the own group is not below the mounted one', () => {
    expect(cgroupFolders('7:freezer:/other\n', V1)).toEqual([])
    expect(cgroupFolders('0::/a\n', '')).toEqual([])
  })
})

/** A compiled host in its own process, killed once its agent has started the daemon. */
async function killedHost(body: string): Promise<AgentId> {
  const request = world.request()
  const path = world.path('host.mjs')
  writeFileSync(
    path,
    `import { AgentRegistry } from '${BUILT}agent-registry.js'
    import { builtInDrivers } from '${BUILT}drivers/built-in.js'
    import { sealOf } from '${BUILT}../project/seal.js'
    const seal = sealOf('${world.dir}', { XDG_STATE_HOME: '${world.dir}/state' })
    const [agentsDir, request] = process.argv.slice(2)
    const registry = new AgentRegistry({ agentsDir, runtimeDir: '', seal, drivers: builtInDrivers(), env: process.env })
    registry.start(JSON.parse(request))
    setInterval(() => {}, 1000)`,
  )
  const child = spawn(process.execPath, [path, world.agentsDir, JSON.stringify(request)], {
    env: { PATH: process.env['PATH'], SDD_CLAUDE_COMMAND: world.program(body) },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  strays.push(child)
  await orphan()
  const exited = once(child, 'exit')
  child.kill('SIGKILL')
  await exited
  return request.key.agentId
}
