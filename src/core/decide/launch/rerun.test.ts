import { expect, it } from 'vitest'
import { Simulation } from '../../../testkit/simulation/simulation.ts'
import { outcome, type Deed } from '../../../testkit/simulation/virtual-spec.ts'

const GOOD: Deed = {
  writes: true,
  ticks: 1,
  fixRequired: 0,
  needsDiscussion: 0,
  readable: true,
  go: true,
  spoils: false,
}

function endsWith(world: Simulation, message: string): void {
  const [agent] = world.working()
  if (!agent) throw new Error('no agent works')
  world.endAgent(agent, GOOD, outcome({ message }))
  world.drain()
}

it('a re-run is given its number and what the agent before it said, no other launch is', () => {
  const world = new Simulation()
  world.command({ type: 'start', go: [], nogo: [], agent: null })
  world.drain()
  for (let ended = 0; ended < 8; ended++) endsWith(world, `said ${ended}`)
  const given = world.launches.map(({ phase, rerun }) => [phase, rerun])
  expect(given.filter(([, rerun]) => rerun !== null)).toEqual([
    ['impl', { number: 2, lastSaid: 'said 5' }],
    ['impl', { number: 3, lastSaid: 'said 6' }],
  ])
  expect(given.map(([phase]) => phase)).toContain('inspection')
})

it('one that follows an agent that was cut short counts as well', () => {
  const world = new Simulation()
  world.disk.fallback = ['codex']
  world.command({ type: 'start', go: [], nogo: [], agent: null })
  world.drain()
  const [agent] = world.working()
  if (!agent) throw new Error('no agent works')
  const problem = { kind: 'quota', retryAt: null } as const
  world.endAgent(agent, null, outcome({ status: 'failed', cause: 'agent-error', problem }))
  world.drain()
  expect(world.launches.at(-1)).toMatchObject({ agent: 'codex', rerun: { number: 2 } })
})

it('a box in the notes keeps impl open and is named to the next run; gone, it is not missed', () => {
  const world = new Simulation()
  world.command({ type: 'start', go: [], nogo: [], agent: null })
  world.drain()
  for (let ended = 0; ended < 5; ended++) endsWith(world, '')
  expect(world.launches.at(-1)).toMatchObject({ phase: 'impl', findings: [] })
  world.disk.tasks = { done: 3, total: 3 }
  world.disk.note = 'open'
  endsWith(world, '')
  expect(world.launches.at(-1)).toMatchObject({
    phase: 'impl',
    findings: ['The notes in tasks.md have an open box at line 4; make it a plain bullet'],
  })
  world.disk.note = 'none'
  endsWith(world, '')
  expect(world.launches.at(-1)).toMatchObject({ phase: 'inspection' })
  expect(world.journal.map(({ type }) => type)).not.toContain('tasks.vanished')
})

it('a ticked box in the notes is none of the tasks that must stay', () => {
  const world = new Simulation()
  world.disk.note = 'done'
  world.command({ type: 'start', go: [], nogo: [], agent: null })
  world.drain()
  for (let ended = 0; ended < 5; ended++) endsWith(world, '')
  expect(world.launches.at(-1)).toMatchObject({ phase: 'impl' })
  world.disk.note = 'none'
  endsWith(world, '')
  expect(world.journal.map(({ type }) => type)).not.toContain('tasks.vanished')
})
