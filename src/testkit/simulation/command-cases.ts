import type { CommandName } from '../../contracts/commands.ts'
import type { JournalEntry } from '../../contracts/journal.ts'
import type { BareCommand, Simulation } from './simulation.ts'
import { outcome, type Deed } from './virtual-spec.ts'

export const GOOD: Deed = {
  writes: true,
  ticks: 3,
  fixRequired: 0,
  needsDiscussion: 0,
  readable: true,
  go: true,
  spoils: false,
}
type Of<M extends CommandName> = Extract<BareCommand, { type: M }>

interface CommandCase<M extends CommandName> {
  before: (world: Simulation) => void
  command: Of<M>
  /** The entry that reports the command. */
  leaves: JournalEntry['type']
}

export const nothing = (): void => undefined
export const start: Of<'start'> = { type: 'start', go: [], nogo: [] }

function started(world: Simulation): void {
  world.command(start)
  world.drain()
}

export function ended(world: Simulation, deed: Deed, ending = outcome({})): void {
  const [agent] = world.working()
  if (!agent) throw new Error('no agent works')
  world.endAgent(agent, deed, ending)
  world.drain()
}

export function stopped(world: Simulation): void {
  started(world)
  ended(world, GOOD)
  world.command({ type: 'stop' })
  world.drain()
}

export function failed(world: Simulation): void {
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
  const began = { type: 'check.started', work: { purpose: 'deploy-command' }, agentId: 'check_1' }
  world.pending.push({ type: 'append', entries: [{ seq, ...began } as unknown as JournalEntry] })
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
export const COMMAND_CASES: { [M in CommandName]: CommandCase<M> } = {
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
