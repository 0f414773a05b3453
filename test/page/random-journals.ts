import fc from 'fast-check'
import type { AgentProblem } from '../../src/contracts/launch/agent.ts'
import { PHASES } from '../../src/contracts/phases.ts'
import type { ItemRow } from '../../src/contracts/views/board.ts'
import { NO_ITEM_TIME } from '../../src/core/metrics/segments.ts'
import { situationOf } from '../../src/core/workflow/situation.ts'
import { rowOf } from '../../src/host/rows/row-of.ts'
import { approvalsOf } from '../../src/host/rows/judged.ts'
import { type BareCommand, type Simulation } from '../../src/testkit/simulation/simulation.ts'
import { outcome, type Deed } from '../../src/testkit/simulation/virtual-spec.ts'

type Deal = (world: Simulation) => void

const phase = fc.constantFrom(...PHASES)
const few = fc.uniqueArray(phase, { maxLength: 2 })
const command: fc.Arbitrary<BareCommand> = fc.oneof(
  fc.constant<BareCommand>({ type: 'start', go: [], nogo: [], agent: null }),
  fc.constant<BareCommand>({ type: 'start', go: [], nogo: [], agent: null }),
  fc.constant<BareCommand>({ type: 'resume' }),
  fc.constant<BareCommand>({ type: 'stop' }),
  fc.constant<BareCommand>({ type: 'reset' }),
  phase.map((from): BareCommand => ({ type: 'retry', from })),
  phase.map((one): BareCommand => ({ type: 'runPhase', phase: one, fix: false })),
  fc.tuple(few, few).map(([go, nogo]): BareCommand => ({ type: 'permit', go, nogo })),
  fc
    .constantFrom('requirements' as const, 'design' as const, 'tasks' as const)
    .map((one): BareCommand => ({ type: 'reject', phase: one, reason: 'no' })),
)

const rarely = fc.integer({ min: 0, max: 9 }).map((n) => n === 0)
const deed: fc.Arbitrary<Deed> = fc.record({
  writes: rarely.map((no) => !no),
  ticks: fc.constantFrom(0, 1, 3),
  fixRequired: fc.constantFrom(0, 0, 1),
  needsDiscussion: fc.constantFrom(0, 0, 1),
  readable: rarely.map((no) => !no),
  go: fc.boolean(),
  spoils: rarely,
})
const problem = fc.constantFrom<AgentProblem['kind']>('quota', 'overloaded', 'auth', 'budget')

const works: fc.Arbitrary<Deal> = deed.map((one) => (world) => {
  world.drain()
  for (const agent of world.working()) world.endAgent(agent, one)
})
const fails: fc.Arbitrary<Deal> = fc.constant((world) => {
  for (const agent of world.working())
    world.endAgent(agent, null, outcome({ status: 'failed', cause: 'exit-code', exitCode: 1 }))
})
const hindered: fc.Arbitrary<Deal> = problem.map((kind) => (world) => {
  const found = { kind, retryAt: null }
  for (const agent of world.working())
    world.endAgent(
      agent,
      null,
      outcome({ status: 'failed', cause: 'agent-error', exitCode: 1, problem: found }),
    )
})
const asks: fc.Arbitrary<Deal> = fc.constant((world) => {
  const [agent] = world.working()
  if (agent === undefined || !world.hostAlive) return
  const question = { id: `q${world.journal.length}`, tool: 'Bash', summary: 'npm test' }
  const { key } = agent.launch
  world.queue.push({ type: 'agent.asked', at: world.now, key, question, until: null })
})
const timesOut: fc.Arbitrary<Deal> = fc.constant((world) => {
  const [agent] = world.working()
  if (agent === undefined || !world.hostAlive) return
  world.queue.push({ type: 'step.timed-out', at: '', key: agent.launch.key, afterMs: 1 })
})

const GOOD: Deed = {
  writes: true,
  ticks: 3,
  fixRequired: 0,
  needsDiscussion: 0,
  readable: true,
  go: false,
  spoils: false,
}

/** Plays successful steps up to a negative verdict: few journals get that far by chance. */
export function workWell(world: Simulation, steps: number): void {
  world.command({ type: 'start', go: [], nogo: [], agent: null })
  for (let step = 0; step < steps; step++) {
    world.drain()
    for (const agent of world.working()) world.endAgent(agent, GOOD)
  }
  world.drain()
}

/** Everything that can happen to an item, in any order. */
export const deals: fc.Arbitrary<Deal[]> = fc.array(
  fc.oneof(
    {
      weight: 5,
      arbitrary: command.map((one): Deal => (world) => {
        if (world.hostAlive) world.command(one)
      }),
    },
    { weight: 14, arbitrary: works },
    { weight: 2, arbitrary: fails },
    { weight: 2, arbitrary: hindered },
    { weight: 2, arbitrary: asks },
    { weight: 1, arbitrary: timesOut },
    { weight: 1, arbitrary: fc.constant<Deal>((world) => world.crash()) },
    { weight: 2, arbitrary: fc.constant<Deal>((world) => world.restart()) },
    { weight: 2, arbitrary: fc.constant<Deal>((world) => void world.endWait()) },
    {
      weight: 3,
      arbitrary: fc.integer({ min: 1, max: 6 }).map((steps): Deal => (world) => {
        for (let n = 0; n < steps; n++) world.step()
      }),
    },
    { weight: 3, arbitrary: fc.constant<Deal>((world) => world.drain()) },
  ),
  { minLength: 5, maxLength: 40, size: 'max' },
)

/** The row that the host would send now. */
export function rowNow(world: Simulation): ItemRow {
  const { state } = world
  const wanted = { reply: null, inspection: null }
  const facts = world.disk.facts(wanted as never, world.exclusiveTree)
  const { passed, done, leftOut } = situationOf(state, facts)
  const reading = {
    spec: facts.spec,
    createdAt: null,
    state,
    workflow: state.workflow,
    tasks: facts.tasks.ok ? facts.tasks.counts : null,
    approvals: approvalsOf(facts.spec, facts),
    passed,
    done,
    leftOut,
    openComments: 0,
    documentFiles: {},
    time: NO_ITEM_TIME,
    activeAt: world.now,
    unseenEnd: null,
    problem: null,
  }
  const row = rowOf(state.item, reading, {
    failure: null,
    isDriven: world.hostAlive,
    budget: world.disk.budget,
    choices: { approvals: 'auto', clarify: 'assume' },
    declared: [],
    isWorktreeUsual: false,
    deployMode: null,
    skipsTasks: false,
  })
  return { ...row, version: 1 }
}
