import { expect } from 'vitest'
import fc from 'fast-check'
import { NO_PLAN } from '../../src/core/decide/facts.ts'
import type { Phase } from '../../src/contracts/phases.ts'
import type { TrustFinding } from '../../src/contracts/views/trust-view.ts'
import {
  Simulation,
  type BareCommand,
  type HostFate,
} from '../../src/testkit/simulation/simulation.ts'
import { outcome, type Deed } from '../../src/testkit/simulation/virtual-spec.ts'

export type Action =
  | { kind: 'command'; command: BareCommand }
  | { kind: 'agent'; deed: Deed; fails: boolean }
  | { kind: 'host'; fate: HostFate }
  | { kind: 'steps'; count: number }
  | { kind: 'crash' }
  | { kind: 'power-cut' }
  | { kind: 'restart' }
  | { kind: 'timeout' }
  | { kind: 'edit' }
  | { kind: 'base-moves' }
  | { kind: 'trust'; isTrusted: boolean }

const rarely = fc.integer({ min: 0, max: 9 }).map((n) => n === 0)
const sometimes = fc.integer({ min: 0, max: 3 }).map((n) => n === 0)

const deed: fc.Arbitrary<Deed> = fc.record({
  writes: rarely.map((no) => !no),
  ticks: fc.constantFrom(0, 1, 3, 3, 3),
  fixRequired: fc.constant(0),
  needsDiscussion: fc.constant(0),
  readable: rarely.map((no) => !no),
  go: sometimes.map((no) => !no),
  spoils: rarely,
  mischief: fc.constantFrom(null, null, null, null, null, 'spec', 'deletes'),
})

const fate: fc.Arbitrary<HostFate> = fc.record({
  fails: sometimes,
  conflicts: fc.integer({ min: 0, max: 2 }).map((n) => n === 0),
  finding: fc.integer({ min: 0, max: 19 }).map((n) => n === 0),
  inTheWay: rarely,
})

const ofPhase = (phase: Phase): BareCommand => ({ type: 'runPhase', phase, fix: false })
const command = fc.constantFrom<BareCommand>(
  { type: 'start', go: ['deploy'], nogo: [], agent: null },
  { type: 'resume' },
  { type: 'resume' },
  { type: 'resume' },
  { type: 'stop' },
  { type: 'reset' },
  { type: 'retry', from: 'impl' },
  { type: 'retry', from: 'inspection' },
  ofPhase('deploy'),
  ofPhase('impl'),
  { type: 'runPhase', phase: 'impl', fix: true },
  { type: 'settleRelease', hasRun: true, andThen: 'resume' },
  { type: 'settleRelease', hasRun: false, andThen: 'resume' },
  { type: 'permit', go: ['deploy'], nogo: [] },
  { type: 'permit', go: [], nogo: ['deploy'] },
)

export const action: fc.Arbitrary<Action> = fc.oneof(
  { weight: 6, arbitrary: command.map((c): Action => ({ kind: 'command', command: c })) },
  {
    weight: 14,
    arbitrary: fc
      .tuple(deed, rarely)
      .map(([d, fails]): Action => ({ kind: 'agent', deed: d, fails })),
  },
  { weight: 30, arbitrary: fate.map((f): Action => ({ kind: 'host', fate: f })) },
  {
    weight: 4,
    arbitrary: fc.integer({ min: 1, max: 6 }).map((count): Action => ({ kind: 'steps', count })),
  },
  { weight: 1, arbitrary: fc.constant<Action>({ kind: 'crash' }) },
  { weight: 1, arbitrary: fc.constant<Action>({ kind: 'power-cut' }) },
  { weight: 4, arbitrary: fc.constant<Action>({ kind: 'restart' }) },
  { weight: 1, arbitrary: fc.constant<Action>({ kind: 'timeout' }) },
  { weight: 1, arbitrary: fc.constant<Action>({ kind: 'edit' }) },
  { weight: 2, arbitrary: fc.constant<Action>({ kind: 'base-moves' }) },
  {
    weight: 1,
    arbitrary: sometimes.map((no): Action => ({ kind: 'trust', isTrusted: !no })),
  },
)

const UNTRUSTED = { id: 'checks.test', change: 'new' } as TrustFinding

/** A spec with approved documents, checks, deploy on GO and perhaps a worktree. */
export function deployWorld(
  hasWorktree: boolean,
  { command = null }: { command?: string[] | null } = {},
): Simulation {
  const world = new Simulation()
  world.holdsHostWork = true
  const { disk } = world
  for (const name of ['requirements.md', 'design.md', 'tasks.md']) disk.write(name)
  disk.tasks = { done: 0, total: 3 }
  const approved = { generated: true, approved: true }
  disk.specJson = {
    approvals: { requirements: approved, design: approved, tasks: approved },
    documentReview: { status: 'approved', roundDetails: [] },
    autoExecution: { permissions: { deploy: true } },
  }
  const check = (name: string) => ({ name, command: [name], in: null, timeoutMs: 60_000 })
  disk.plan = {
    hasGit: true,
    checks: [check('types'), check('test')],
    workspacePlan: { worktree: hasWorktree, setup: hasWorktree ? ['install'] : null },
    deploy: { ...NO_PLAN.deploy, command },
  }
  return world
}

/** Facts are read before a decision: what changes in between is seen at the next one. */
export function guardDeploy(world: Simulation): { ended: () => void } {
  let isTrusted = true
  const guardTrust = (): void => {
    expect(isTrusted, 'something was started in a project that is not trusted').toBe(true)
  }
  world.onLaunch = (launch) => {
    expect([...world.working(), ...world.hostWork()], 'two at work at once').toEqual([])
    expect(world.state.status).toBe('running')
    if (launch.mode === 'conflict' || launch.mode === 'repair')
      expect(world.state.phases.deploy.isHeld).toBe(true)
    guardTrust()
  }
  const release = guardRelease(world)
  world.onHostLaunch = ({ work }) => {
    expect([...world.working(), ...world.hostWork()], 'two at work at once').toEqual([])
    if (work.kind !== 'check') return
    guardTrust()
    if (work.purpose === 'deploy-command') release()
  }
  world.afterEvent = (event) => {
    if (event.type === 'facts.read') isTrusted = event.facts.trust.undecided.length === 0
  }
  return { ended: () => guardMerges(world) }
}

/** Returns what to call when a release begins: only a failure or the user allow another one. */
function guardRelease(world: Simulation): () => void {
  let isAllowed = true
  world.onAppend = (entry) => {
    if (entry.type === 'check.completed' && entry.purpose === 'deploy-command')
      isAllowed ||= entry.result === 'failed'
    if (entry.type === 'deploy.release-settled') isAllowed = !entry.hasRun
    if (entry.type === 'deploy.completed') isAllowed = true
    // Other code than what was released.
    if (entry.type === 'step.started' && entry.phase === 'impl') isAllowed = true
  }
  return () => {
    expect(isAllowed, 'a release was repeated that may have taken place').toBe(true)
    isAllowed = false
  }
}

function guardMerges({ git, disk, checked }: Simulation): void {
  for (const { code, tree } of [...git.base.merges, ...git.commits]) {
    expect(disk.approved.has(code), `${tree} was deployed without a verdict for it`).toBe(true)
    for (const { name } of disk.plan.checks ?? [])
      expect(checked.has(`${name} ${tree}`), `${tree} was deployed without ${name}`).toBe(true)
  }
}

export function act(world: Simulation, action: Action): void {
  switch (action.kind) {
    case 'command':
      if (world.hostAlive) world.command(action.command)
      return world.drain()
    case 'steps':
      for (let i = 0; i < action.count; i++) world.step()
      return
    case 'agent': {
      const [agent] = world.working()
      const end = action.fails
        ? outcome({ status: 'failed', cause: 'exit-code', exitCode: 1 })
        : outcome()
      if (agent) world.endAgent(agent, action.deed, end)
      return world.drain()
    }
    case 'host': {
      const [step] = world.hostWork()
      if (step) world.endHostWork(step, action.fate)
      return world.drain()
    }
    case 'crash':
      return world.crash()
    case 'power-cut':
      return world.cutPower()
    case 'restart':
      world.restart()
      return world.drain()
    case 'timeout': {
      const [step] = world.hostWork()
      if (!step || !world.hostAlive) return
      const { key } = step.launch
      world.queue.push({ type: 'step.timed-out', at: world.now, key, afterMs: 60_000 })
      return world.drain()
    }
    case 'edit':
      if (world.hostWork().length === 0) world.git.code++
      return
    case 'base-moves':
      world.git.base.head++
      return
    case 'trust':
      world.disk.undecided = action.isTrusted ? [] : [UNTRUSTED]
      return
    default:
      return action satisfies never
  }
}

/** What can happen once the work has landed. */
export const lateAction: fc.Arbitrary<Action> = fc.oneof(
  { weight: 4, arbitrary: command.map((c): Action => ({ kind: 'command', command: c })) },
  { weight: 4, arbitrary: fate.map((f): Action => ({ kind: 'host', fate: f })) },
  {
    weight: 4,
    arbitrary: fc.integer({ min: 1, max: 6 }).map((count): Action => ({ kind: 'steps', count })),
  },
  { weight: 2, arbitrary: fc.constant<Action>({ kind: 'crash' }) },
  { weight: 2, arbitrary: fc.constant<Action>({ kind: 'power-cut' }) },
  { weight: 6, arbitrary: fc.constant<Action>({ kind: 'restart' }) },
)

const GOOD: Deed = {
  writes: true,
  ticks: 3,
  fixRequired: 0,
  needsDiscussion: 0,
  readable: true,
  go: true,
  spoils: false,
}

/** Plays an undisturbed run until its work is on the base. */
export function land(world: Simulation): void {
  world.command({ type: 'start', go: [], nogo: [], agent: null })
  world.drain()
  while (world.state.phases.deploy.landed === null) {
    const [agent] = world.working()
    const [step] = world.hostWork()
    if (agent) world.endAgent(agent, GOOD)
    else if (step) world.endHostWork(step)
    else throw new Error(`it did not land: ${world.state.detail}`)
    world.drain()
  }
}

/** From any state, a run in which nothing breaks comes to rest within `most` steps. */
export function comesToRest(world: Simulation, most: number): void {
  world.restart()
  world.drain()
  const good: Deed = { ...GOOD, go: false }
  for (let count = 0; count < most; count++) {
    const [agent] = world.working()
    const [step] = world.hostWork()
    if (!agent && !step) return
    // The worst case for its length: every inspection says no, checks fail, the base moves.
    if (agent) world.endAgent(agent, good)
    if (step) {
      world.git.base.head++
      world.endHostWork(step, { fails: count % 3 === 0, conflicts: count % 2 === 0 })
    }
    world.drain()
  }
  const last = world.journal.slice(-30).map(({ message }) => message)
  throw new Error(`the run did not end: ${last.join('\n')}`)
}
