import { expect, it } from 'vitest'
import type { AgentProblem } from '../../../contracts/launch/agent.ts'
import { Simulation } from '../../../testkit/simulation/simulation.ts'
import { outcome } from '../../../testkit/simulation/virtual-spec.ts'

const MINUTE = 60_000
const at = (minutes: number): string =>
  new Date(Date.parse('2026-01-01T00:00:00.000Z') + minutes * MINUTE).toISOString()

function started(exclusiveTree = false): Simulation {
  const world = new Simulation({ exclusiveTree })
  world.command({ type: 'start', go: [], nogo: [], agent: null })
  world.drain()
  return world
}

function outOfQuota(world: Simulation, problem: Partial<AgentProblem> = {}, ranMs = 0): void {
  const [agent] = world.working()
  if (!agent) throw new Error('no agent works')
  agent.ranMs = ranMs
  const told: AgentProblem = { kind: 'quota', retryAt: null, ...problem }
  world.endAgent(agent, null, outcome({ status: 'failed', cause: 'agent-error', problem: told }))
  world.drain()
}

it('R11 out of quota: the run stays running, says until when it waits, and continues by itself', () => {
  const world = started()
  outOfQuota(world, { retryAt: at(90) })
  expect(world.state).toMatchObject({
    status: 'running',
    waitingFor: 'quota',
    waitingUntil: at(90),
  })
  expect(world.journal.at(-1)).toMatchObject({
    type: 'run.waiting',
    for: 'quota',
    until: at(90),
    agent: 'claude',
  })
  expect(world.notices.at(-1)).toMatchObject({ kind: 'run.waiting', needsPerson: true })
  expect(world.working()).toEqual([])
  world.endWait()
  world.drain()
  expect(world.launches.at(-1)).toMatchObject({
    agent: 'claude',
    phase: 'requirements',
    key: { attempt: 2 },
    resumeSessionId: 'session-1',
  })
  expect(world.state).toMatchObject({ waitingFor: null, waitingUntil: null })
})

it('without a time to wait for it backs off: 1, 2, 4 … at most 60 minutes, and pauses within a day', () => {
  const world = started()
  const waits: number[] = []
  while (world.state.status === 'running' && waits.length < 100) {
    const begin = Date.parse(world.now)
    outOfQuota(world, { kind: 'overloaded' })
    if (world.wait) waits.push((Date.parse(world.wait.until) - begin) / MINUTE)
    world.endWait()
    world.drain()
  }
  expect(waits.slice(0, 8)).toEqual([1, 2, 4, 8, 16, 32, 60, 60])
  expect(waits.reduce((sum, minutes) => sum + minutes, 0)).toBeLessThanOrEqual(24 * 60)
  expect(world.state).toMatchObject({ status: 'paused', reason: 'service' })
})

it('A7 without a network it waits, asks again soon and often, tells now and then, and gives up within a day', () => {
  const world = started()
  const waits: number[] = []
  while (world.state.status === 'running' && waits.length < 200) {
    const begin = Date.parse(world.now)
    outOfQuota(world, { kind: 'network' })
    if (world.wait) {
      expect(world.state).toMatchObject({ status: 'running', waitingFor: 'network' })
      waits.push((Date.parse(world.wait.until) - begin) / 1000)
    }
    world.endWait()
    world.drain()
  }
  expect(waits.slice(0, 8)).toEqual([10, 20, 40, 80, 160, 320, 600, 600])
  expect(world.state).toMatchObject({ status: 'paused', reason: 'network' })
  expect(world.state.detail).toContain('check the network')
  const told = world.notices.filter(({ kind }) => kind === 'run.waiting').length
  expect(told).toBeGreaterThan(2)
  expect(told).toBeLessThan(12)
})

it('A7 the network is back: the same agent continues in its session, and the back-off is forgotten', () => {
  const world = started()
  outOfQuota(world, { kind: 'network' })
  world.endWait()
  world.drain()
  const again = { agent: 'claude', phase: 'requirements', resumeSessionId: 'session-1' }
  expect(world.launches.at(-1)).toMatchObject({ ...again, key: { attempt: 2 } })
  outOfQuota(world, { kind: 'network' }, 5 * MINUTE)
  expect(world.state.quotaWaits).toMatchObject({ count: 1 })
})

it('A11 a service that fails is waited for under its own name', () => {
  const world = started()
  outOfQuota(world, { kind: 'server' })
  expect(world.state).toMatchObject({ status: 'running', waitingFor: 'service' })
  expect(world.journal.at(-1)?.message).not.toContain('quota')
})

it('A11 six hours are six hours', () => {
  const world = started()
  outOfQuota(world, { kind: 'quota', retryAt: at(6 * 60) })
  expect(world.state).toMatchObject({ waitingFor: 'quota', waitingUntil: at(6 * 60) })
})

it('A11 what the service forbids is an error that says so, and nothing to log in for', () => {
  const world = started()
  outOfQuota(world, { kind: 'forbidden' })
  expect(world.state).toMatchObject({ status: 'error', reason: 'agent-failed' })
  expect(world.state.detail).toContain('403')
  expect(world.state.detail).not.toContain('logged in')
})

it.each([
  ['lies in the past', '2025-12-31T00:00:00.000Z'],
  ['cannot be read', 'next week'],
])('a time that %s is not waited for: it backs off', (_, retryAt) => {
  const world = started()
  outOfQuota(world, { retryAt })
  expect(world.state.waitingUntil).toBe(at(1))
})

it('R11 the back-off grows with each wait for nothing and is forgotten by the next run', () => {
  const world = started()
  const waited = (): number => {
    outOfQuota(world)
    const minutes = (Date.parse(world.state.waitingUntil ?? '') - Date.parse(world.now)) / MINUTE
    return minutes
  }
  const waitsOver = (): void => {
    world.endWait()
    world.drain()
  }
  expect(waited()).toBe(1)
  waitsOver()
  expect(waited()).toBe(2)
  waitsOver()
  expect(waited()).toBe(4)
  world.command({ type: 'stop' })
  world.drain()
  world.command({ type: 'resume' })
  world.drain()
  expect(waited()).toBe(1)
  waitsOver()
  expect(waited()).toBe(2)
})

it('a quota that is free again only after more than a day pauses the run at once', () => {
  const world = started()
  outOfQuota(world, { retryAt: at(24 * 60 + 1) })
  expect(world.state).toMatchObject({ status: 'paused', reason: 'quota' })
  expect(world.state.detail).toContain(at(24 * 60 + 1))
  expect(world.wait).toBeNull()
})

it('an agent that did some work between two waits starts the day again', () => {
  const world = started()
  for (let day = 0; day < 5; day++) {
    outOfQuota(
      world,
      { retryAt: new Date(Date.parse(world.now) + 20 * 60 * MINUTE).toISOString() },
      10 * MINUTE,
    )
    expect(world.state).toMatchObject({ status: 'running', waitingFor: 'quota' })
    world.endWait()
    world.drain()
  }
  expect(world.launches).toHaveLength(6)
})

it('of several agents without quota the run waits for the one that is free first', () => {
  const world = new Simulation()
  world.disk.fallback = ['codex']
  world.command({ type: 'start', go: [], nogo: [], agent: null })
  world.drain()
  outOfQuota(world, { retryAt: at(60) })
  outOfQuota(world, { retryAt: at(600) })
  expect(world.journal.at(-1)).toMatchObject({ until: at(60), agent: 'claude' })
  world.endWait()
  world.drain()
  expect(world.launches.at(-1)).toMatchObject({ agent: 'claude', key: { attempt: 3 } })
})

it('a restarted host continues waiting for the same time, and that is no crash of its work', () => {
  const world = started()
  outOfQuota(world, { retryAt: at(90) })
  for (let times = 0; times < 5; times++) {
    world.crash()
    world.restart()
    world.drain()
    expect(world.wait).toMatchObject({ until: at(90) })
  }
  expect(world.state).toMatchObject({ status: 'running', waitingFor: 'quota', recoveries: 0 })
  world.endWait()
  world.drain()
  expect(world.working()).toHaveLength(1)
})

it('slot and working tree are given back while it waits, and asked for again', () => {
  const world = started()
  const effects: string[] = []
  world.afterEvent = () => void effects.push(...world.pending.map((effect) => effect.type))
  outOfQuota(world)
  expect(effects.slice(-3)).toEqual(['release', 'arm-wait', 'notify'])
  effects.length = 0
  world.endWait()
  world.drain()
  expect(effects[0]).toBe('acquire-slot')
  expect(effects).toContain('launch')
})

it('impl waits for the working tree again before it continues', () => {
  const world = new Simulation({ exclusiveTree: true })
  for (const name of ['requirements.md', 'design.md', 'tasks.md']) world.disk.write(name)
  world.disk.tasks = { done: 0, total: 3 }
  world.disk.specJson = { ...world.disk.specJson, documentReview: { status: 'approved' } }
  world.command({ type: 'start', go: [], nogo: [], agent: null })
  world.drain()
  outOfQuota(world)
  world.endWait()
  world.drain()
  const waits = world.journal.flatMap((entry) => (entry.type === 'run.waiting' ? [entry.for] : []))
  expect(waits).toEqual(['working-tree', 'quota', 'working-tree'])
  expect(world.launches.map(({ phase, key }) => `${phase} ${key.attempt}`)).toEqual([
    'impl 1',
    'impl 2',
  ])
})

it('a stop ends the wait; the half-written document is written again by the same session', () => {
  const world = started()
  world.disk.write('requirements.md')
  outOfQuota(world)
  world.command({ type: 'stop' })
  world.drain()
  expect(world.state).toMatchObject({ status: 'paused', reason: 'user', redo: ['requirements'] })
  expect(world.wait).toBeNull()
  world.command({ type: 'resume' })
  world.drain()
  expect(world.launches.at(-1)).toMatchObject({
    phase: 'requirements',
    resumeSessionId: 'session-1',
  })
})

it('X9 a phase that was set to NOGO during the wait is not launched', () => {
  const world = started()
  outOfQuota(world)
  world.command({ type: 'permit', go: [], nogo: ['requirements'] })
  world.drain()
  world.endWait()
  world.drain()
  expect(world.state).toMatchObject({ status: 'completed', reason: 'nogo' })
  expect(world.launches).toHaveLength(1)
})
