import fc from 'fast-check'
import { expect, it } from 'vitest'
import { bugItem, specNamed } from '../../src/contracts/work-item.ts'
import { MAX_FIX_CYCLES, MAX_RETRIES } from '../../src/core/workflow/limits.ts'
import { Simulation, type BareCommand } from '../../src/testkit/simulation/simulation.ts'
import { act, action, comesToRest, guardDeploy, type Action } from './deploy-laws.ts'

/** `SDD_SEQUENCES=10000` plays as many as the laws were first seen to hold for. */
const SEQUENCES = Number(process.env['SDD_SEQUENCES'] ?? 500)
const LONG_MS = 30 * 60_000

const command = fc.constantFrom<BareCommand>(
  { type: 'start', go: ['deploy'], nogo: [], agent: null },
  { type: 'resume' },
  { type: 'resume' },
  { type: 'stop' },
  { type: 'reset' },
  { type: 'retry', from: 'analyze' },
  { type: 'retry', from: 'fix' },
  { type: 'retry', from: 'verify' },
  { type: 'runPhase', phase: 'fix', fix: false },
  { type: 'runPhase', phase: 'verify', fix: false },
  { type: 'runPhase', phase: 'deploy', fix: false },
  { type: 'permit', go: [], nogo: ['verify'] },
  { type: 'permit', go: [], nogo: ['fix'] },
  { type: 'permit', go: ['fix', 'verify', 'deploy'], nogo: [] },
)

const bugAction: fc.Arbitrary<Action> = fc.oneof(
  { weight: 1, arbitrary: command.map((one): Action => ({ kind: 'command', command: one })) },
  { weight: 9, arbitrary: action.filter(({ kind }) => kind !== 'command') },
)

function bugWorld(hasWorktree: boolean): Simulation {
  const world = new Simulation({ item: bugItem(specNamed('alpha').name) })
  world.holdsHostWork = true
  world.disk.write('report.md')
  world.disk.specJson = { bug_name: 'alpha', autoExecution: { permissions: { deploy: true } } }
  world.disk.plan = {
    hasGit: true,
    checks: [{ name: 'test', command: ['test'], in: null, timeoutMs: 60_000 }],
    workspacePlan: { worktree: hasWorktree, setup: null },
  }
  return world
}

/** Fails on what the journal of a bug must never show. */
function guardBug({ journal }: Simulation): void {
  let cycles = 0
  let granted = MAX_FIX_CYCLES
  let isRefuted = false
  let retries = new Map<string, number>()
  for (const entry of journal) {
    if (entry.type === 'run.started' || entry.type === 'run.reset') {
      cycles = 0
      granted = MAX_FIX_CYCLES
      isRefuted = false
    }
    if (entry.type === 'run.resumed') {
      granted = Math.max(granted, cycles + 1)
      const count = entry.from === null ? 0 : (retries.get(entry.from) ?? 0) + 1
      if (entry.from !== null) retries.set(entry.from, count)
      expect(count, 'a phase was retried too often in one run').toBeLessThanOrEqual(MAX_RETRIES)
    }
    if (['run.started', 'run.reset', 'run.completed'].includes(entry.type)) retries = new Map()
    if (entry.type === 'verification.completed') isRefuted = entry.result === 'not-verified'
    if (entry.type === 'step.started' && entry.phase === 'fix' && entry.attempt === 1) {
      if (isRefuted) cycles++
      isRefuted = false
      expect(cycles, 'more fixes than were granted').toBeLessThanOrEqual(granted)
    }
    if (entry.type === 'deploy.queued' || entry.type === 'deploy.completed')
      expect(isRefuted, 'deployed although the last verification said no').toBe(false)
    if (entry.type === 'phase.started')
      expect(['analyze', 'fix', 'verify', 'deploy']).toContain(entry.phase)
  }
}

const MUST_BE_REACHED = [
  'verification.completed verified',
  'verification.completed not-verified',
  'deploy.completed',
  'fix.rerun',
  'deploy.repair-started',
  'run.paused not-verified',
  'run.paused unreadable-verdict',
  'run.recovered',
]

it(
  `B3 B4 B5 a bug is deployed only as it was verified, and every loop ends, over ${SEQUENCES} random sequences`,
  () => {
    const reached = new Set<string>()
    fc.assert(
      fc.property(
        fc.boolean(),
        fc.array(bugAction, { minLength: 30, maxLength: 120 }),
        (hasWorktree, actions) => {
          const world = bugWorld(hasWorktree)
          const laws = guardDeploy(world)
          world.command({ type: 'start', go: [], nogo: [], agent: null })
          world.drain()
          for (const one of actions) {
            act(world, one)
            laws.ended()
          }
          comesToRest(world, 400)
          laws.ended()
          guardBug(world)
          expect(world.folded()).toEqual(world.state)
          for (const entry of world.journal) {
            const more = 'reason' in entry ? entry.reason : 'result' in entry ? entry.result : ''
            reached.add(`${entry.type} ${typeof more === 'string' ? more : ''}`.trim())
          }
        },
      ),
      { numRuns: SEQUENCES },
    )
    expect(MUST_BE_REACHED.filter((name) => !reached.has(name))).toEqual([])
  },
  LONG_MS,
)
