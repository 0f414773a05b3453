import { describe, expect, it } from 'vitest'
import { ended, GOOD, start } from '../../testkit/simulation/command-cases.ts'
import { Simulation } from '../../testkit/simulation/simulation.ts'
import type { MemoryStep } from '../../testkit/ports/memory-steps.ts'

function started(): Simulation {
  const world = new Simulation()
  world.command(start)
  world.drain()
  return world
}

function hostDies(world: Simulation): void {
  world.crash()
  world.restart()
  world.drain()
}

function atWork(world: Simulation): MemoryStep {
  const [agent] = world.working()
  if (!agent) throw new Error('no agent works')
  return agent
}

/** The host dies together with its agent. */
function computerDies(world: Simulation): void {
  world.vanish(atWork(world))
  hostDies(world)
}

const CHECK = { name: 'test', command: ['npm', 'test'], in: null, timeoutMs: 60_000 }
const CRASH_LOOP = { status: 'paused', reason: 'crash-loop' }

describe('a run whose host dies again and again', () => {
  it('R7 goes on while its agent works on: it is adopted each time', () => {
    const world = started()
    for (let deaths = 0; deaths < 6; deaths++) hostDies(world)
    expect(world.state).toMatchObject({ status: 'running', recoveries: 6, restarts: 0 })
    expect(world.launches).toHaveLength(1)
    ended(world, GOOD)
    expect(world.state).toMatchObject({ status: 'running', phase: 'design', recoveries: 0 })
  })

  it('R7 goes on while the ends of its agents are read, whoever was there when they came', () => {
    const world = started()
    for (let deaths = 0; deaths < 6; deaths++) {
      world.crash()
      const agent = atWork(world)
      world.endAgent(agent, { ...GOOD, fixRequired: 1, ticks: 1, go: false })
      world.restart()
      world.drain()
    }
    expect(world.state).toMatchObject({ status: 'running', restarts: 0 })
  })

  it('R7 pauses at the third recovery for which its step has to be started again', () => {
    const world = started()
    computerDies(world)
    hostDies(world)
    computerDies(world)
    expect(world.state).toMatchObject({ status: 'running', recoveries: 3, restarts: 2 })
    computerDies(world)
    expect(world.state).toMatchObject(CRASH_LOOP)
    expect(world.state.detail).toContain('3 times')
    expect(world.launches).toHaveLength(3)
    expect(world.working()).toEqual([])
  })

  it('R7 pauses when it dies a third time over the same work of its own', () => {
    const world = new Simulation()
    world.holdsHostWork = true
    world.disk.plan = { hasGit: true, checks: [CHECK] }
    world.command(start)
    world.drain()
    let deaths = 0
    while (world.state.status === 'running' && deaths < 10) {
      const [own] = world.hostWork()
      if (own === undefined) {
        ended(world, GOOD)
        continue
      }
      world.vanish(own)
      hostDies(world)
      deaths++
    }
    expect(deaths).toBe(3)
    expect(world.state).toMatchObject(CRASH_LOOP)
  })

  it('R7 is not adopted for ever: an agent that ends every host is stopped at last', () => {
    const world = started()
    let deaths = 0
    while (world.state.status === 'running' && deaths < 100) {
      hostDies(world)
      deaths++
    }
    expect(deaths).toBe(12)
    expect(world.state).toMatchObject(CRASH_LOOP)
    expect(world.working()).toEqual([])
  })

  it('R7 counts from the beginning after a new tick, round or phase', () => {
    const world = started()
    for (let phase = 0; phase < 3; phase++) {
      computerDies(world)
      computerDies(world)
      ended(world, GOOD)
      expect(world.state).toMatchObject({ status: 'running', recoveries: 0, restarts: 0 })
    }
  })

  it('R7 counts nothing while the run only waits for its turn', () => {
    const world = new Simulation({
      shared: {
        slots: { acquire: () => undefined, release: () => undefined, admit: () => undefined },
        tree: { acquire: () => undefined, release: () => undefined, admit: () => undefined },
      },
    })
    world.command(start)
    world.drain()
    for (let deaths = 0; deaths < 20; deaths++) hostDies(world)
    expect(world.state).toMatchObject({ status: 'queued', recoveries: 0, restarts: 0 })
  })
})
