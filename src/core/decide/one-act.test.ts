import { describe, expect, it } from 'vitest'
import type { CalledBy } from '../../contracts/called-by.ts'
import { commandTable, type CommandName } from '../../contracts/commands.ts'
import type { JournalEntry } from '../../contracts/journal.ts'
import { Simulation, type BareCommand } from '../../testkit/simulation/simulation.ts'
import {
  COMMAND_CASES,
  ended,
  failed,
  GOOD,
  nothing,
  start,
  stopped,
} from '../../testkit/simulation/command-cases.ts'

const ANNA: CalledBy = { kind: 'person', via: 'cli', user: 'anna' }

describe('who gave a command', () => {
  it.each(Object.keys(commandTable) as CommandName[])('is journalled with it: %s', (name) => {
    const { before, command, leaves } = COMMAND_CASES[name]
    const world = new Simulation()
    before(world)
    const known = world.journal.length
    world.command({ ...command, calledBy: ANNA })
    world.drain()
    const [entry] = world.journal.slice(known).filter(({ type }) => type === leaves)
    expect(entry).toMatchObject({ type: leaves, calledBy: ANNA })
  })

  it('is no one for what the run does by itself', () => {
    const world = new Simulation()
    world.command({ ...start, calledBy: ANNA })
    world.drain()
    ended(world, GOOD)
    const own = world.journal.filter(
      ({ type }) => type === 'step.started' || type === 'agent.ended',
    )
    expect(own.length).toBeGreaterThan(1)
    expect(own.filter(({ calledBy }) => calledBy !== undefined)).toEqual([])
  })
})

describe('a command with what follows it', () => {
  const appends = (world: Simulation, act: () => void): JournalEntry['type'][][] => {
    const writes: JournalEntry['type'][][] = []
    world.afterEvent = () => {
      for (const effect of world.pending)
        if (effect.type === 'append') writes.push(effect.entries.map(({ type }) => type))
    }
    act()
    world.afterEvent = nothing
    return writes
  }

  it('is one write to the journal and one answer: no one sees what is in between', () => {
    const world = new Simulation()
    stopped(world)
    let id = ''
    const [first = []] = appends(world, () => {
      id = world.command({ type: 'approve', phase: 'requirements', andThen: 'resume' })
      world.drain()
    })
    expect(first.slice(0, 1)).toEqual(['approval.granted'])
    expect(first).toContain('run.resumed')
    expect(world.replies.get(id)).toMatchObject({ ok: true, value: { phase: 'design' } })
    expect(world.state.status).toBe('running')
  })

  it('is refused as a whole when what follows is refused', () => {
    const world = new Simulation()
    stopped(world)
    world.disk.budget = { usd: 0.000001, tokens: 1, minutes: 1 }
    const known = world.journal.length
    const spec = JSON.stringify(world.disk.specJson)
    const id = world.command({ type: 'approve', phase: 'requirements', andThen: 'resume' })
    world.drain()
    expect(world.replies.get(id)).toMatchObject({ ok: false, error: { code: 'BUDGET_SPENT' } })
    expect(world.journal).toHaveLength(known)
    expect(JSON.stringify(world.disk.specJson)).toBe(spec)
  })

  it('is refused as a whole when it is refused itself', () => {
    const world = new Simulation()
    stopped(world)
    const known = world.journal.length
    const id = world.command({ type: 'approve', phase: 'tasks', andThen: 'resume' })
    world.drain()
    expect(world.replies.get(id)).toMatchObject({ ok: false, error: { code: 'NOT_GENERATED' } })
    expect(world.journal).toHaveLength(known)
    expect(world.state.status).toBe('paused')
  })

  it.each<[BareCommand, (world: Simulation) => void, JournalEntry['type'][]]>([
    [{ type: 'reset', andThen: 'start' }, failed, ['run.reset', 'run.started']],
    [{ type: 'budget', usd: 50, andThen: 'resume' }, stopped, ['budget.changed', 'run.resumed']],
    [
      { type: 'tell', text: 'Yes, do.', now: false, andThen: 'resume' },
      stopped,
      ['instruction.added', 'run.resumed'],
    ],
  ])('holds for all that have one: %j', (command, before, expected) => {
    const world = new Simulation()
    before(world)
    const [first = []] = appends(world, () => {
      world.command(command)
      world.drain()
    })
    expect(first.filter((type) => expected.includes(type))).toEqual(expected)
    expect(world.state.status).toBe('running')
  })
})
