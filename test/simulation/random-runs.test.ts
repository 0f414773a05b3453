import { specNamed } from '../../src/contracts/work-item.ts'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { APPROVABLE_PHASES, type Phase } from '../../src/contracts/phases.ts'
import { SPEC_WORKFLOW } from '../../src/core/workflow/tables/spec-workflow.ts'
import { phasesOf } from '../../src/core/workflow/workflows.ts'
import type { AgentProblem, PermissionAnswer, Usage } from '../../src/contracts/launch/agent.ts'
import type { JournalEntry } from '../../src/contracts/journal.ts'
import type { AutoExecutionState } from '../../src/contracts/run-state.ts'
import type { Budget } from '../../src/contracts/spec-json.ts'
import type { Launch } from '../../src/core/decide/effects.ts'
import { normaliseSpec } from '../../src/core/spec/normalise.ts'
import type { DecideEvent } from '../../src/core/decide/events.ts'
import { evolve, initialState, standingAfter } from '../../src/core/state/evolve.ts'
import { entriesAtGlance } from '../../src/host/journal/journal-glance.ts'
import { Simulation, type BareCommand } from '../../src/testkit/simulation/simulation.ts'
import { outcome, type Deed } from '../../src/testkit/simulation/virtual-spec.ts'
import { holds } from './holds.ts'
import { guardClarify } from './clarify-law.ts'
import { guardApproval } from './approval-law.ts'
import { blockedRunsEnd, choicesStand, guardOwnWork } from './mischief-law.ts'
import { guardReview } from './review-law.ts'
import { guardSession } from './session-law.ts'
import {
  MAX_DOCUMENT_REVIEW_ROUNDS,
  MAX_FIX_CYCLES,
  MAX_IMPL_RERUNS,
} from '../../src/core/workflow/limits.ts'

/** `npm run campaign:simulation` plays 10,000. */
const SEQUENCES = Number(process.env['SDD_SEQUENCES'] ?? 2000)
/** Only ends a hang; a busy machine may take long. */
const LONG_MS = 30 * 60_000

type Action =
  | { kind: 'command'; command: BareCommand }
  | { kind: 'again' }
  | { kind: 'work'; deed: Deed; usage: Usage | null }
  | { kind: 'fail'; deed: Deed; cause: 'exit-code' | 'lost' | 'not-started' }
  | { kind: 'steps'; count: number }
  | { kind: 'problem'; problem: AgentProblem; ranMs: number }
  | { kind: 'wait-over' }
  | { kind: 'ask' }
  | { kind: 'works-on' }
  | { kind: 'vanish'; agent: string }
  | { kind: 'crash' }
  | { kind: 'crash-loop'; count: number }
  | { kind: 'restart' }
  | { kind: 'timeout' }
  | { kind: 'late-end' }
  | { kind: 'files' }
  | { kind: 'write'; file: string }

const phase = fc.constantFrom<Phase>(...phasesOf(SPEC_WORKFLOW))
const approvable = fc.constantFrom(...APPROVABLE_PHASES)
const go = fc.uniqueArray(phase, { maxLength: 2 })

const command: fc.Arbitrary<BareCommand> = fc.oneof(
  {
    weight: 6,
    arbitrary: go.map((nogo): BareCommand => ({
      type: 'start',
      go: [],
      nogo: nogo.slice(1),
      agent: null,
    })),
  },
  { weight: 3, arbitrary: fc.constant<BareCommand>({ type: 'stop' }) },
  { weight: 4, arbitrary: fc.constant<BareCommand>({ type: 'resume' }) },
  { weight: 2, arbitrary: phase.map((from): BareCommand => ({ type: 'retry', from })) },
  { weight: 1, arbitrary: fc.constant<BareCommand>({ type: 'reset' }) },
  { weight: 1, arbitrary: approvable.map((p): BareCommand => ({ type: 'approve', phase: p })) },
  {
    weight: 1,
    arbitrary: approvable.map((p): BareCommand => ({ type: 'reject', phase: p, reason: 'no' })),
  },
  {
    weight: 1,
    arbitrary: fc
      .constantFrom('auto' as const, 'person' as const)
      .map((approvals): BareCommand => ({ type: 'choose', approvals })),
  },
  {
    weight: 1,
    arbitrary: fc
      .constantFrom('ask' as const, 'ask' as const, 'assume' as const)
      .map((clarify): BareCommand => ({ type: 'choose', clarify })),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom('resume' as const, undefined).map((andThen): BareCommand => ({
      type: 'answerQuestions',
      answers: [{ key: '*', text: 'Everyone' }],
      ...(andThen && { andThen }),
    })),
  },
  {
    weight: 2,
    arbitrary: approvable.map((p): BareCommand => ({
      type: 'approve',
      phase: p,
      andThen: 'resume',
    })),
  },
  {
    weight: 1,
    arbitrary: approvable.map((p): BareCommand => ({
      type: 'reject',
      phase: p,
      reason: 'no',
      andThen: 'resume',
    })),
  },
  {
    weight: 2,
    arbitrary: fc
      .tuple(go, go)
      .map(([yes, no]): BareCommand => ({ type: 'permit', go: yes, nogo: no })),
  },
  {
    weight: 1,
    arbitrary: fc
      .tuple(phase, fc.boolean())
      .map(([p, fix]): BareCommand => ({ type: 'runPhase', phase: p, fix })),
  },
  {
    weight: 2,
    arbitrary: fc
      .tuple(fc.constantFrom('keep it short', 'use fewer parts'), fc.boolean())
      .map(([text, now]): BareCommand => ({ type: 'tell', text, now })),
  },
  {
    weight: 1,
    arbitrary: fc
      .constantFrom<PermissionAnswer>('allow', 'deny')
      .map((answer): BareCommand => ({ type: 'answer', answer, questionId: null })),
  },
  {
    weight: 1,
    arbitrary: fc
      .constantFrom<Partial<Budget>>({ usd: 2 }, { usd: null }, { tokens: 100 }, { minutes: 4 })
      .map((changes): BareCommand => ({ type: 'budget', ...changes })),
  },
)

const costs = fc.constantFrom<Usage | null>(
  null,
  { inputTokens: 10, outputTokens: 5 },
  { inputTokens: 10, outputTokens: 5, costUsd: 0.5 },
)

const problem: fc.Arbitrary<AgentProblem> = fc.record({
  kind: fc.constantFrom<AgentProblem['kind']>('quota', 'quota', 'overloaded', 'auth', 'budget'),
  retryAt: fc.constantFrom(
    null,
    '2025-01-01T00:00:00.000Z',
    '2026-01-01T03:00:00.000Z',
    '2026-01-09T00:00:00.000Z',
    'soon',
  ),
})

const rarely = fc.integer({ min: 0, max: 9 }).map((n) => n === 0)
const deed: fc.Arbitrary<Deed> = fc.record({
  writes: rarely.map((no) => !no),
  ticks: fc.constantFrom(0, 0, 1, 3),
  fixRequired: fc.constantFrom(0, 1, 2),
  needsDiscussion: fc.constantFrom(0, 0, 0, 1),
  readable: rarely.map((no) => !no),
  go: rarely.map((no) => !no),
  spoils: rarely,
  mischief: fc.constantFrom(null, null, null, null, 'spec', 'documents', 'deletes', 'blocks'),
})

const action: fc.Arbitrary<Action> = fc.oneof(
  { weight: 5, arbitrary: command.map((c): Action => ({ kind: 'command', command: c })) },
  {
    weight: 20,
    arbitrary: fc
      .tuple(deed, costs)
      .map(([d, usage]): Action => ({ kind: 'work', deed: d, usage })),
  },
  {
    weight: 1,
    arbitrary: fc
      .tuple(deed, fc.constantFrom('exit-code' as const, 'lost' as const, 'not-started' as const))
      .map(([d, cause]): Action => ({ kind: 'fail', deed: d, cause })),
  },
  {
    weight: 4,
    arbitrary: fc.integer({ min: 1, max: 6 }).map((count): Action => ({ kind: 'steps', count })),
  },
  {
    weight: 4,
    arbitrary: fc
      .tuple(problem, fc.constantFrom(0, 600_000))
      .map(([p, ranMs]): Action => ({ kind: 'problem', problem: p, ranMs })),
  },
  { weight: 4, arbitrary: fc.constant<Action>({ kind: 'wait-over' }) },
  { weight: 2, arbitrary: fc.constant<Action>({ kind: 'ask' }) },
  { weight: 1, arbitrary: fc.constant<Action>({ kind: 'works-on' }) },
  {
    weight: 1,
    arbitrary: fc
      .constantFrom('claude', 'codex')
      .map((agent): Action => ({ kind: 'vanish', agent })),
  },
  { weight: 1, arbitrary: fc.constant<Action>({ kind: 'again' }) },
  { weight: 1, arbitrary: fc.constant<Action>({ kind: 'crash' }) },
  { weight: 3, arbitrary: fc.constant<Action>({ kind: 'restart' }) },
  {
    weight: 1,
    arbitrary: fc
      .integer({ min: 1, max: 4 })
      .map((count): Action => ({ kind: 'crash-loop', count })),
  },
  { weight: 1, arbitrary: fc.constant<Action>({ kind: 'timeout' }) },
  { weight: 1, arbitrary: fc.constant<Action>({ kind: 'late-end' }) },
  { weight: 1, arbitrary: fc.constant<Action>({ kind: 'files' }) },
  {
    weight: 1,
    arbitrary: fc
      .constantFrom('requirements.md', 'design.md')
      .map((file): Action => ({ kind: 'write', file })),
  },
)

const MUST_BE_REACHED = [
  'run.failed impl-limit',
  'run.failed agent-failed',
  'run.failed timeout',
  'run.failed postcondition',
  'run.paused user',
  'run.paused max-rounds',
  'run.paused needs-discussion',
  'run.paused verdict-nogo',
  'run.paused unreadable-review',
  'run.paused unreadable-verdict',
  'run.paused crash-loop',
  'run.completed nogo',
  'run.recovered',
  'run.waiting working-tree',
  'run.waiting quota',
  'run.waiting service',
  'run.paused quota',
  'run.paused budget',
  'agent.switched',
  'agent.asked',
  'agent.answered',
  'agent.recalled',
  'instruction.added',
  'budget.changed',
  'inspection.completed',
  'inspection.fix-started',
  'run.paused blocked',
  'run.paused needs-approval',
  'choices.changed',
  'run.waiting answers',
  'clarify.asked',
  'clarify.settled',
  'spec.restored',
  'documents.strayed',
  'tasks.vanished',
]

/** Questions, 3 documents, rounds of 2, impl runs, an inspection, fixes of 2, a relaunch. */
const LONGEST_RUN =
  1 + 3 + 2 * MAX_DOCUMENT_REVIEW_ROUNDS + MAX_IMPL_RERUNS + 1 + 1 + 2 * MAX_FIX_CYCLES + 1

const TERMINAL = new Set(['paused', 'completed', 'error'])

/** The sum of the costs that agents reported, each agent counted once. */
function costKnown(world: Simulation): number {
  const costs = new Map<string, number>()
  for (const entry of world.journal)
    if (entry.type === 'agent.ended' && !costs.has(entry.agentId))
      costs.set(entry.agentId, entry.usage?.costUsd ?? 0)
  return [...costs.values()].reduce((sum, cost) => sum + cost, 0)
}

let resumedSessions = 0

/** No launch once the budget is spent, nor of a missing agent while another is available. */
function guardLaunch(world: Simulation, launch: Launch): void {
  const { budget, fallback, missingAgents, specJson } = world.disk
  const limit = { ...budget, ...normaliseSpec('alpha', specJson).budget }.usd
  if (limit !== null)
    expect(costKnown(world), 'a launch after the budget was spent').toBeLessThan(limit)
  guardSession(world.journal, launch)
  if (launch.resumeSessionId !== null) resumedSessions++
  const isThere = fallback.some((agent) => !missingAgents.has(agent))
  if (isThere && missingAgents.has(launch.agent))
    expect(launch.key.attempt, 'a missing agent').toBeGreaterThan(1)
  const last = world.journal.findLastIndex((entry) => entry.type === 'step.started')
  const before = world.journal.slice(0, last).findLastIndex((e) => e.type === 'step.started')
  for (const entry of world.journal.slice(before + 1, last))
    if (entry.type === 'instruction.added')
      expect(launch.instructions, 'an instruction got lost').toContain(entry.text)
}

/** Launches without progress, which are limited by the step's attempts. */
function isSecondTry(world: Simulation, { key }: Launch): boolean {
  if (key.attempt === 1) return false
  const ends = world.journal.filter(
    (entry) =>
      'stepId' in entry &&
      'attempt' in entry &&
      entry.stepId === key.stepId &&
      entry.attempt < key.attempt,
  )
  const isHindered = ends.some((entry) => entry.type === 'agent.ended' && entry.problem !== null)
  return isHindered || ends.some((entry) => entry.type === 'agent.recalled')
}

/** R22: re-runs keep counting within one host; only a new host, a reset or a retry begin at 0. */
function guardReruns(world: Simulation): void {
  let reruns = 0
  const decided = new Set<string>()
  world.onAppend = (entry, { sameHost }) => {
    guardApproval(world, entry)
    if (entry.command !== undefined) {
      holds(!decided.has(entry.command.id), 'H7 a command that is decided twice', entry.type)
      decided.add(entry.command.id)
    }
    if (entry.type === 'impl.rerun') {
      expect(entry.attempt, 'the number of a re-run').toBe(reruns + 1)
      reruns = entry.attempt
    }
    if (entry.type === 'run.recovered' || entry.type === 'run.reset') reruns = 0
    if (entry.type !== 'run.started' && entry.type !== 'run.resumed') return
    const isRetried = entry.type === 'run.resumed' && entry.redo.includes('impl')
    if (isRetried || !sameHost) reruns = 0
    expect(entry.implReruns, 'the re-runs so far').toBe(reruns)
  }
}

/** R21: continuing where the next phase is NOGO reports that everything is done. */
function guardNogo(world: Simulation): void {
  for (const [index, entry] of world.journal.entries()) {
    if (entry.type !== 'run.completed' || entry.reason !== 'nogo') continue
    const begun = world.journal[index - 1]?.type
    if (begun === 'run.resumed') nogoAtOnce++
  }
}

let nogoAtOnce = 0

/** Watches one simulation and fails as soon as a law is broken. */
function guard(world: Simulation): void {
  guardReruns(world)
  let implRuns = 0
  let rounds = 0
  let launches = 0
  let journalled = 0
  const readOn = (): void => {
    for (const entry of world.journal.slice(journalled)) {
      const personOrRecovery = ['run.started', 'run.resumed', 'run.recovered'].includes(entry.type)
      if (personOrRecovery) implRuns = 0
      if (personOrRecovery) rounds = 0
      if (personOrRecovery) launches = 0
      if (entry.type === 'phase.completed' && entry.phase === 'tasks') rounds = 0
    }
    journalled = world.journal.length
  }
  world.onLaunch = (launch) => {
    readOn()
    const { state } = world
    holds(state.status === 'running', 'a launch while not running')
    holds(state.step?.agentId === launch.key.agentId, 'a launch of another step')
    holds(world.working().length === 0, 'two agents')
    holds(!world.agents.has(launch.key.agentId), 'an agent id used twice')
    guardOwnWork(world, launch)
    guardLaunch(world, launch)
    guardClarify(world, launch)
    holds(launch.key.attempt <= 101, 'a step that is launched for ever')
    if (isSecondTry(world, launch)) return
    launches++
    holds(launches <= LONGEST_RUN, 'a run that goes on for ever')
    if (launch.key.attempt > 1) return
    if (launch.phase === 'impl' && launch.mode !== 'fix') implRuns++
    if (launch.phase === 'document-review') rounds++
    if (state.mode === 'auto') {
      holds(implRuns <= MAX_IMPL_RERUNS + 1, 'impl runs')
      holds(rounds <= MAX_DOCUMENT_REVIEW_ROUNDS, 'review rounds')
    }
  }
  world.afterEvent = (event: DecideEvent, before: AutoExecutionState) => {
    const byPerson =
      'commandId' in event || (event.type === 'facts.read' && 'commandId' in event.cause)
    if (!TERMINAL.has(before.status) || byPerson) return
    const appended = world.pending.flatMap((effect) =>
      effect.type === 'append' ? effect.entries : [],
    )
    const after = appended.reduce(evolve, before)
    holds(after.status === before.status, 'moved a run that had ended', event.type)
  }
  world.onRest = () => {
    if (!TERMINAL.has(world.state.status)) return
    const { guarded, step, reason } = world.state
    // An agent that was never started has left nothing to judge.
    const isJudged = guarded === null || !world.agents.has(step?.agentId ?? '')
    holds(isJudged, 'A1 ended and not judged', reason)
    guardReview(world)
  }
}

const hindered = (found: AgentProblem) =>
  outcome({ status: 'failed', cause: 'agent-error', exitCode: 1, problem: found })

function ask(world: Simulation, { key }: Launch): void {
  const question = { id: `q${world.journal.length}`, tool: 'Bash', summary: 'npm test' }
  world.queue.push({ type: 'agent.asked', at: world.now, key, question, until: null })
}

function act(world: Simulation, chosen: Action): void {
  const [agent] = world.working()
  switch (chosen.kind) {
    case 'command':
      if (world.hostAlive) world.command(chosen.command)
      return
    case 'again':
      if (world.hostAlive) world.sendAgain()
      return
    case 'steps':
      for (let n = 0; n < chosen.count; n++) world.step()
      return
    case 'work':
      world.drain()
      for (const one of world.working())
        world.endAgent(one, chosen.deed, outcome({ usage: chosen.usage }))
      return
    case 'problem':
      if (agent) {
        agent.ranMs = chosen.ranMs
        world.endAgent(agent, null, hindered(chosen.problem))
      }
      return
    case 'wait-over':
      world.drain()
      world.endWait()
      return
    case 'ask':
      if (agent && world.hostAlive) ask(world, agent.launch)
      return
    case 'works-on':
      if (agent && world.hostAlive)
        world.queue.push({ type: 'agent.unhung', at: world.now, key: agent.launch.key })
      return
    case 'vanish':
      world.drain()
      world.disk.missingAgents.clear()
      world.disk.missingAgents.add(chosen.agent)
      return
    case 'fail':
      if (agent)
        world.endAgent(
          agent,
          chosen.deed,
          outcome({ status: 'failed', cause: chosen.cause, exitCode: 1 }),
        )
      return
    case 'crash':
      return world.crash()
    case 'crash-loop':
      for (let n = 0; n < chosen.count; n++) {
        for (const one of world.working()) world.vanish(one)
        world.crash()
        world.restart()
        world.drain()
      }
      return
    case 'restart':
      return world.restart()
    case 'timeout':
      if (agent && world.hostAlive)
        world.queue.push({ type: 'step.timed-out', at: '', key: agent.launch.key, afterMs: 1 })
      return
    case 'late-end':
      for (const one of world.agents.values())
        if (one.state === 'ended' && world.hostAlive) world.tellEnd(one)
      return
    case 'files':
      if (world.hostAlive) world.queue.push({ type: 'files.changed', at: '' })
      return
    case 'write':
      world.disk.byPerson.add(chosen.file)
      return world.disk.write(chosen.file)
    default:
      return chosen satisfies never
  }
}

/** Makes some sequences stubborn: otherwise the limits would hardly ever be reached. */
interface Temper {
  neverTicks: boolean
  neverFixed: boolean
  spoils: boolean
}
const temper: fc.Arbitrary<Temper> = fc.record({
  neverTicks: rarely,
  neverFixed: rarely,
  spoils: rarely,
})

const surroundings = fc.record({
  autoFix: fc.boolean(),
  exclusiveTree: fc.boolean(),
  fallback: fc.constantFrom<string[][]>([], [], ['codex'], ['codex', 'gemini']),
  usd: fc.constantFrom(null, null, null, 3),
})

function nameOf(entry: JournalEntry): string {
  if (entry.type === 'run.waiting') return `${entry.type} ${entry.for}`
  return 'reason' in entry ? `${entry.type} ${entry.reason}` : entry.type
}

function tempered(chosen: Action, index: number, mood: Temper): Action {
  const { neverTicks, neverFixed, spoils } = mood
  const isCalm = (neverTicks || neverFixed || spoils) && index % 8 !== 7
  if (chosen.kind !== 'work') return isCalm ? { kind: 'steps', count: 3 } : chosen
  const ticks = neverTicks ? 0 : chosen.deed.ticks
  const fixRequired = neverFixed ? 1 : chosen.deed.fixRequired
  const writes = neverTicks || neverFixed || chosen.deed.writes
  const { usage } = chosen
  return { kind: 'work', deed: { ...chosen.deed, ticks, fixRequired, writes, spoils }, usage }
}

const journalGivesState = (world: Simulation): void =>
  expect(world.journal.reduce(evolve, initialState(specNamed('alpha')))).toEqual(world.state)

/** A list of specs reads only some entries, and must show the same state. */
function glanceTellsTheSame(world: Simulation): void {
  const shown = ({ status, reason, phase, runId, phases, step, ...rest }: AutoExecutionState) => ({
    status,
    reason,
    phase,
    runId,
    implReruns: phases.impl.reruns,
    round: step?.round,
    waitingFor: rest.waitingFor,
    waitingUntil: rest.waitingUntil,
    spent: rest.spent,
  })
  const lines = world.journal.map((entry) => `${JSON.stringify(entry)}\n`).join('')
  expect(shown(standingAfter(entriesAtGlance(lines), specNamed('alpha')))).toEqual(
    shown(world.state),
  )
}

/** A running run must always be waiting for something that will come. */
function noLostCompletion(world: Simulation): void {
  world.restart()
  world.drain()
  const { status } = world.state
  expect(status, 'still queued with nothing under way').not.toBe('queued')
  const { waitingFor, question, step } = world.state
  if (question !== null) expect(step?.stage, 'a question of nobody').toBe('running')
  if (status === 'running' && isPassing(waitingFor)) {
    expect(world.working().length, 'an agent works for a run that waits').toBe(0)
    expect(world.wait, 'waits for ever').not.toBeNull()
  } else if (status === 'running') expect(world.working().length, 'running with no agent').toBe(1)
  else expect(world.working().length, 'an agent works for a run that has ended').toBe(0)
}

/** Waits that end by themselves and hold neither slot nor tree. */
const isPassing = (waitingFor: AutoExecutionState['waitingFor']): boolean =>
  waitingFor !== null && waitingFor !== 'working-tree' && waitingFor !== 'answer'

/** Whatever a run waits for, and however often in vain: it ends within about a day. */
function everyWaitingEnds(world: Simulation): void {
  const begin = Date.parse(world.now)
  for (let tries = 0; world.state.status === 'running'; tries++) {
    expect(tries, 'waits and tries for ever').toBeLessThan(100)
    for (const agent of world.working()) {
      agent.ranMs = 0
      world.endAgent(agent, null, hindered({ kind: 'quota', retryAt: null }))
    }
    world.drain()
    world.endWait()
    world.drain()
  }
  expect(Date.parse(world.now) - begin).toBeLessThanOrEqual(25 * 60 * 60_000)
}

it(
  `G3.1 L2.1 X1 R21 R22 R23 A1 A10 R25 holds every law of the run over ${SEQUENCES} random sequences`,
  { timeout: LONG_MS },
  () => {
    const reached = new Map<string, number>()
    let sequences = 0
    fc.assert(
      fc.property(
        fc.array(action, { minLength: 5, maxLength: 60, size: 'max' }),
        temper,
        surroundings,
        (actions, mood, { exclusiveTree, fallback, usd, autoFix }) => {
          const world = new Simulation({ exclusiveTree })
          world.disk.fallback = fallback
          world.disk.plan = { autoFix }
          world.disk.budget = { ...world.disk.budget, usd }
          guard(world)
          world.command({ type: 'start', go: [], nogo: [], agent: null })
          for (const [index, chosen] of actions.entries()) act(world, tempered(chosen, index, mood))
          noLostCompletion(world)
          if (world.state.guarded === null) choicesStand(world)
          blockedRunsEnd(world)
          journalGivesState(world)
          glanceTellsTheSame(world)
          guardNogo(world)
          if (sequences++ % 20 === 0) everyWaitingEnds(world)
          for (const entry of world.journal) {
            const name = nameOf(entry)
            reached.set(name, (reached.get(name) ?? 0) + 1)
          }
        },
      ),
      { numRuns: SEQUENCES },
    )
    // A law that no sequence tests would prove nothing.
    expect(resumedSessions, 'resumed sessions').toBeGreaterThan(0)
    expect(nogoAtOnce, 'resumed at NOGO').toBeGreaterThan(0)
    for (const name of MUST_BE_REACHED) expect(reached.get(name) ?? 0, name).toBeGreaterThan(0)
  },
)

it('X14 ends as undisturbed when the host dies after any effect of a whole run', () => {
  const plain = wholeRun(null)
  expect(plain.world.state.status).toBe('completed')
  for (let at = 0; at < plain.steps; at++) {
    const { world } = wholeRun(at)
    expect({ at, status: world.state.status }).toEqual({ at, status: 'completed' })
    expect(world.disk.tasks).toEqual(plain.world.disk.tasks)
    const { updated_at: _, ...spec } = world.disk.specJson
    const { updated_at: __, ...expected } = plain.world.disk.specJson
    expect({ at, ...spec }).toEqual({ at, ...expected })
    const steps = world.launches.map((launch) => `${launch.key.stepId}/${launch.key.attempt}`)
    expect(new Set(steps).size, 'a step launched twice').toBe(steps.length)
  }
})

/**
 * Two review rounds and a guard re-run; the host crashes once, after `crashAt` effects and events.
 */
function wholeRun(crashAt: number | null): { world: Simulation; steps: number } {
  const world = new Simulation()
  guard(world)
  world.command({ type: 'start', go: [], nogo: [], agent: null })
  let steps = 0
  for (;;) {
    while (world.step()) {
      steps++
      if (steps === crashAt) {
        world.crash()
        world.restart()
      }
    }
    const [agent] = world.working()
    if (!agent) break
    const round = agent.launch.round ?? 1
    world.endAgent(agent, {
      writes: true,
      ticks: 2,
      fixRequired: Math.max(0, 2 - round),
      needsDiscussion: 0,
      readable: true,
      go: true,
      spoils: false,
    })
  }
  if (world.state.status === 'idle') {
    world.command({ type: 'start', go: [], nogo: [], agent: null })
    return { world: continueTo(world), steps }
  }
  return { world, steps }
}

/** Plays the run to its end, with agents that do their work. */
function continueTo(world: Simulation): Simulation {
  world.drain()
  for (let [agent] = world.working(); agent; [agent] = world.working()) {
    const round = agent.launch.round ?? 1
    const fixRequired = Math.max(0, 2 - round)
    world.endAgent(agent, {
      writes: true,
      ticks: 2,
      fixRequired,
      needsDiscussion: 0,
      readable: true,
      go: true,
      spoils: false,
    })
    world.drain()
  }
  return world
}
