import { describe, expect, it } from 'vitest'
import type { CalledBy } from '../../contracts/called-by.ts'
import { commandTable, type CommandName } from '../../contracts/commands.ts'
import type { JournalEntry } from '../../contracts/journal.ts'
import { Simulation, type BareCommand } from '../../testkit/simulation/simulation.ts'
import { outcome, type Deed } from '../../testkit/simulation/virtual-spec.ts'

const GOOD: Deed = {
  writes: true,
  ticks: 3,
  fixRequired: 0,
  needsDiscussion: 0,
  readable: true,
  go: true,
  spoils: false,
}
const ANNA: CalledBy = { kind: 'person', via: 'cli', user: 'anna' }

type Of<M extends CommandName> = Extract<BareCommand, { type: M }>

interface Case<M extends CommandName> {
  before: (world: Simulation) => void
  command: Of<M>
  /** The entry that reports the command. */
  leaves: JournalEntry['type']
}

const nothing = (): void => undefined
const start: Of<'start'> = { type: 'start', go: [], nogo: [] }

function started(world: Simulation): void {
  world.command(start)
  world.drain()
}

function ended(world: Simulation, deed: Deed, ending = outcome({})): void {
  const [agent] = world.working()
  if (!agent) throw new Error('no agent works')
  world.endAgent(agent, deed, ending)
  world.drain()
}

function stopped(world: Simulation): void {
  started(world)
  ended(world, GOOD)
  world.command({ type: 'stop' })
  world.drain()
}

function failed(world: Simulation): void {
  started(world)
  ended(world, { ...GOOD, writes: false })
}

function asking(world: Simulation): void {
  started(world)
  const key = world.working()[0]?.launch.key
  if (!key) throw new Error('no agent works')
  const question = { id: 'q1', tool: 'Bash', summary: 'npm test' }
  world.queue.push({ type: 'agent.asked', at: world.now, key, question, until: null })
  world.drain()
}

/** A stopped run whose release nobody saw the end of. */
function released(world: Simulation): void {
  stopped(world)
  const seq = world.state.lastSeq + 1
  const started = { type: 'check.started', work: { purpose: 'deploy-command' }, agentId: 'check_1' }
  world.pending.push({ type: 'append', entries: [{ seq, ...started } as unknown as JournalEntry] })
  const stop = { type: 'run.paused', reason: 'user', phase: 'deploy', detail: '', seq: seq + 1 }
  world.pending.push({ type: 'append', entries: [stop as unknown as JournalEntry] })
  world.drain()
}

/** A review that leaves one question to the user. */
function undecided(world: Simulation): void {
  started(world)
  for (let round = 0; round < 5; round++) ended(world, { ...GOOD, needsDiscussion: 1 })
}

/** A case for every command of the table: a missing one does not compile. */
const CASES: { [M in CommandName]: Case<M> } = {
  start: { before: nothing, command: start, leaves: 'run.started' },
  resume: { before: stopped, command: { type: 'resume' }, leaves: 'run.resumed' },
  recover: { before: started, command: { type: 'recover' }, leaves: 'run.recovered' },
  retry: {
    before: stopped,
    command: { type: 'retry', from: 'requirements' },
    leaves: 'run.resumed',
  },
  runPhase: {
    before: nothing,
    command: { type: 'runPhase', phase: 'requirements', fix: false },
    leaves: 'run.started',
  },
  stop: { before: started, command: { type: 'stop' }, leaves: 'run.paused' },
  reset: { before: failed, command: { type: 'reset' }, leaves: 'run.reset' },
  approve: {
    before: stopped,
    command: { type: 'approve', phase: 'requirements' },
    leaves: 'approval.granted',
  },
  reject: {
    before: stopped,
    command: { type: 'reject', phase: 'requirements', reason: 'Too long.' },
    leaves: 'approval.revoked',
  },
  permit: {
    before: nothing,
    command: { type: 'permit', go: [], nogo: ['design'] },
    leaves: 'permission.changed',
  },
  choose: {
    before: nothing,
    command: { type: 'choose', approvals: 'person' },
    leaves: 'choices.changed',
  },
  chooseWorktree: {
    before: nothing,
    command: { type: 'chooseWorktree', on: true },
    leaves: 'worktree.chosen',
  },
  settleRelease: {
    before: released,
    command: { type: 'settleRelease', hasRun: true },
    leaves: 'deploy.release-settled',
  },
  budget: { before: nothing, command: { type: 'budget', usd: 3 }, leaves: 'budget.changed' },
  answer: {
    before: asking,
    command: { type: 'answer', answer: 'allow', questionId: 'q1' },
    leaves: 'agent.answered',
  },
  answerQuestions: {
    before: undecided,
    command: { type: 'answerQuestions', answers: [{ key: 'answer', text: 'Mail only.' }] },
    leaves: 'answer.given',
  },
  tell: {
    before: nothing,
    command: { type: 'tell', text: 'Use fewer parts.', now: false },
    leaves: 'instruction.added',
  },
}

describe('who gave a command', () => {
  it.each(Object.keys(commandTable) as CommandName[])('is journalled with it: %s', (name) => {
    const { before, command, leaves } = CASES[name]
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
