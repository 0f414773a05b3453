import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { AgentWorld, isPidAlive, SAY_DONE, until } from '../../../testkit/worlds/agent-world.ts'
import { isAlive, processTable } from './process-table.ts'
import { stopTree } from './stop-tree.ts'

let world: AgentWorld
beforeEach(() => {
  world = new AgentWorld()
})
afterEach(() => world.dispose())

/** Starts the program as an agent, waits for the pids it writes to `1`, `2`, …, and stops it. */
const stopWith = async (body: string, count: number, graceMs = 200): Promise<number[]> => {
  const registry = world.registry(world.program(body), { graceMs })
  const { agentId } = registry.start(world.request())
  const names = Array.from({ length: count }, (_, index) => `${index + 1}`)
  const pids = await Promise.all(names.map((name) => world.pid(name)))
  expect(pids.every(isPidAlive)).toBe(true)
  await registry.stop(agentId)
  expect(world.statuses(agentId)).toEqual(['running', 'interrupted'])
  return pids.filter(isPidAlive)
}

const note = (name: number): string => `echo $$ >"$SDD_SPEC_DIR/${name}"`
const STAY = 'while :; do sleep 1000; done'
/** `wait` runs a trap at once; a foreground child that misses the signal would delay it. */
const AWAIT_SIGNAL = `sleep 1000 & ${note(1)}; wait`
const DEAF = `trap "" TERM INT HUP`

describe('stop', () => {
  it('X2 ends an agent and its children', async () => {
    const body = `${note(1)}; sh -c '${note(2)}; ${STAY}' & sh -c '${note(3)}; exec sleep 1000'`
    expect(await stopWith(body, 3)).toEqual([])
  })

  it('X2 ends children in sessions of their own', async () => {
    const body = `${note(1)}; setsid sh -c '${note(2)}; ${STAY}' & ${STAY}`
    expect(await stopWith(body, 2)).toEqual([])
  })

  it('X2 ends what was forked twice and belongs to init by now', async () => {
    const body = `(setsid sh -c '(sh -c "echo \\$\\$ >\\"\\$SDD_SPEC_DIR/2\\"; exec sleep 1000" &)' &); ${note(1)}; ${STAY}`
    expect(await stopWith(body, 2)).toEqual([])
  })

  it('X2 ends what ignores SIGTERM, the agent itself and its children', async () => {
    const body = `${DEAF}; setsid sh -c '${DEAF}; ${note(2)}; ${STAY}' & ${note(1)}; ${STAY}`
    expect(await stopWith(body, 2, 50)).toEqual([])
  })

  it('X2 ends a child that has cleared its environment', async () => {
    const child = `env -i DIR="$SDD_SPEC_DIR" setsid sh -c 'echo $$ >"$DIR/2"; exec sleep 1000'`
    expect(await stopWith(`${child} & ${note(1)}; ${STAY}`, 2)).toEqual([])
  })

  it('X2 ends an orphan with a cleared environment in the group of the agent', async () => {
    const child = `env -i DIR="$SDD_SPEC_DIR" sh -c 'echo $$ >"$DIR/2"; exec sleep 1000'`
    expect(await stopWith(`(${child} &); ${note(1)}; ${STAY}`, 2)).toEqual([])
  })

  it('X2 ends what starts only when SIGTERM comes', async () => {
    const child = `setsid sh -c '${DEAF}; ${note(2)}; ${STAY}'`
    const program = world.program(
      `trap '${child.replaceAll("'", `'"'"'`)} & exit 0' TERM; ${AWAIT_SIGNAL}`,
    )
    const registry = world.registry(program, { graceMs: 100 })
    const { agentId } = registry.start(world.request())
    await world.pid('1')
    await registry.stop(agentId)
    expect(processTable.rows(`SDD_AGENT_ID=${agentId}`).filter((row) => row.isMarked)).toEqual([])
  })

  it('X2 ends the whole tree although the wrapper is dead already', async () => {
    const program = world.program(`setsid sh -c '${note(2)}; ${STAY}' & ${note(1)}; ${STAY}`)
    const registry = world.registry(program)
    const { agentId, pid } = registry.start(world.request())
    const pids = [await world.pid('1'), await world.pid('2')]
    const alive: boolean[] = []
    registry.onAgentStatusChange(() => alive.push(pids.some(isPidAlive)))
    process.kill(pid ?? 0, 'SIGKILL')
    expect(await world.end(agentId)).toMatchObject({
      status: 'failed',
      cause: 'signal',
      signal: 'SIGKILL',
    })
    expect(alive).toEqual([false])
  })

  it('X2 does not wait for the grace period when all are dead', async () => {
    expect(await stopWith(`${note(1)}; exec sleep 1000`, 1, 3_600_000)).toEqual([])
  })

  it('X2 waits out the grace period without looking at every process over and over', async () => {
    const scans = vi.spyOn(processTable, 'rows')
    await stopWith(`${DEAF}; ${note(1)}; ${STAY}`, 1, 1000)
    // One scan before the signal, a few for the kill, two that find nothing.
    expect(scans.mock.calls.length).toBeLessThan(20)
    scans.mockRestore()
  })

  it('X2 leaves others alone, also in the group of this process', async () => {
    const { agentId } = world.request().key
    const { agentId: neighbour } = world.request().key
    const sleeper = (id: string): number =>
      spawn('sleep', ['1000'], { env: { SDD_AGENT_ID: id }, stdio: 'ignore' }).pid ?? 0
    const marked = sleeper(agentId)
    const others = [sleeper(neighbour), sleeper(`${agentId}0`)]
    await until(() => processTable.carries(marked, `SDD_AGENT_ID=${agentId}`) === true)
    await stopTree({ agentId, leader: null, graceMs: 1000 })
    expect(isPidAlive(marked)).toBe(false)
    expect(others.map(isPidAlive)).toEqual([true, true])
    for (const pid of others) process.kill(pid, 'SIGKILL')
  })

  it('X2 takes a process for the one it was only with the same start time', () => {
    const startTime = processTable.startTimeOf(process.pid) ?? ''
    expect(isAlive({ pid: process.pid, startTime })).toBe(true)
    expect(isAlive({ pid: process.pid, startTime: `${startTime}0` })).toBe(false)
  })

  it('X2 takes a zombie for dead: no one may ever reap it', async () => {
    const gate = world.gate('go')
    const child = `sh -c '${note(1)}; read -r _ <"$SDD_SPEC_DIR/go"'`
    const registry = world.registry(world.program(`${child} & ${note(2)}; exec sleep 1000`))
    const { agentId } = registry.start(world.request())
    const [pid, parent] = [await world.pid('1'), await world.pid('2')]
    await until(() => readFileSync(`/proc/${parent}/comm`, 'utf8') === 'sleep\n')
    await gate.open()
    await until(() => readFileSync(`/proc/${pid}/stat`, 'utf8').includes(') Z '))
    expect(processTable.startTimeOf(pid)).toBeNull()
    await registry.stop(agentId)
  })

  it('X14 leaves on disk that it was asked for before it does anything', async () => {
    const outcome = '"$SDD_AGENT_DIR/outcome.json"'
    const body = `trap 'cp ${outcome} "$SDD_SPEC_DIR/seen"; exit 0' TERM; ${AWAIT_SIGNAL}`
    const registry = world.registry(world.program(body), { graceMs: 60_000 })
    const { agentId } = registry.start(world.request())
    await world.pid('1')
    await registry.stop(agentId)
    expect(JSON.parse(world.text('seen'))).toMatchObject({ status: 'interrupted' })
  })

  it('X11 has reported the end only when the tree is dead', async () => {
    const program = world.program(
      `setsid sh -c '${DEAF}; ${note(1)}; ${STAY}' & ${note(2)}; ${STAY}`,
    )
    const registry = world.registry(program, { graceMs: 50 })
    const seen: boolean[] = []
    const { agentId } = registry.start(world.request())
    const pids = [await world.pid('1'), await world.pid('2')]
    registry.onAgentStatusChange(() => seen.push(pids.some(isPidAlive)))
    await registry.stop(agentId)
    expect(seen).toEqual([false])
  })

  it('X1 X11 is interrupted even if the agent answers SIGTERM with success', async () => {
    const program = world.program(
      `trap '${SAY_DONE.replaceAll("'", `'"'"'`)}; exit 0' TERM; ${AWAIT_SIGNAL}`,
    )
    const registry = world.registry(program, { graceMs: 60_000 })
    const { agentId } = registry.start(world.request())
    await world.pid('1')
    await Promise.all([registry.stop(agentId), registry.stop(agentId)])
    await registry.stop(agentId)
    expect(world.changes.map(({ status }) => status)).toEqual(['running', 'interrupted'])
    expect(world.changes[1]?.outcome).toMatchObject({ cause: 'stopped', exitCode: 0 })
    expect(world.errors).toEqual([])
  })
})

describe('after a normal end', () => {
  it('ends what is left in the group, and never delays the news of the end for it', async () => {
    const program = world.program(
      `sh -c '${note(1)}; exec sleep 1000' & read -r _ <"$SDD_SPEC_DIR/go"; ${SAY_DONE}`,
    )
    const gate = world.gate('go')
    const registry = world.registry(program)
    let wasAlive = false
    const { agentId } = registry.start(world.request())
    const pid = await world.pid('1')
    registry.onAgentStatusChange(() => {
      wasAlive = isPidAlive(pid)
    })
    await gate.open()
    expect(await world.end(agentId)).toMatchObject({ status: 'completed' })
    await registry.drain()
    expect([wasAlive, isPidAlive(pid)]).toEqual([true, false])
  })

  it('X2 asks what is left to end before it kills it', async () => {
    const child = `trap "echo asked >\\"$SDD_SPEC_DIR/asked\\"; exit" TERM; sleep 1000 & ${note(1)}; wait`
    const program = world.program(`sh -c '${child}' & read -r _ <"$SDD_SPEC_DIR/go"; ${SAY_DONE}`)
    const gate = world.gate('go')
    const registry = world.registry(program, { graceMs: 60_000 })
    const { agentId } = registry.start(world.request())
    const pid = await world.pid('1')
    await gate.open()
    await world.end(agentId)
    await registry.drain()
    expect(isPidAlive(pid)).toBe(false)
    expect(world.text('asked')).toBe('asked\n')
  })
})
