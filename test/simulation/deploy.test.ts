import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { Simulation } from '../../src/testkit/simulation/simulation.ts'
import {
  act,
  action,
  comesToRest,
  deployWorld,
  guardDeploy,
  land,
  lateAction,
} from './deploy-laws.ts'

/** `SDD_SEQUENCES=10000` plays as many as the laws were first seen to hold for. */
const SEQUENCES = Number(process.env['SDD_SEQUENCES'] ?? 500)
const LONG_MS = 30 * 60_000

const MUST_BE_REACHED = [
  'workspace.created',
  'workspace.removed',
  'check.completed passed',
  'check.completed failed',
  'check.completed stopped',
  'inspection.fix-started',
  'deploy.completed',
  'deploy.conflicted',
  'deploy.repair-started',
  'run.paused workspace',
  'run.paused conflict',
  'run.paused not-verified',
  'run.paused untrusted',
  'run.paused verdict-nogo',
  'run.failed impl-limit',
  'run.recovered',
]

it(
  `P1 P8 V1 V3 V5 W7 nothing is deployed that was not inspected and checked as it is, over ${SEQUENCES} random sequences`,
  () => {
    const reached = new Set<string>()
    let merges = 0
    fc.assert(
      fc.property(
        fc.boolean(),
        fc.array(action, { minLength: 30, maxLength: 120 }),
        (hasWorktree, actions) => {
          const world = deployWorld(hasWorktree)
          const laws = guardDeploy(world)
          world.command({ type: 'start', go: [], nogo: [], agent: null })
          world.drain()
          for (const one of actions) {
            act(world, one)
            laws.ended()
          }
          comesToRest(world, 400)
          laws.ended()
          merges += world.git.base.merges.length + world.git.commits.length
          expect(world.folded()).toEqual(world.state)
          for (const name of namesIn(world)) reached.add(name)
        },
      ),
      { numRuns: SEQUENCES },
    )
    expect(MUST_BE_REACHED.filter((name) => !reached.has(name))).toEqual([])
    expect(merges, 'something is deployed at all').toBeGreaterThan(SEQUENCES / 50)
  },
  LONG_MS,
)

it(
  `H8 a release whose end nobody saw is never repeated by itself, over ${SEQUENCES} random sequences`,
  () => {
    const reached = new Set<string>()
    fc.assert(
      fc.property(
        fc.boolean(),
        fc.array(lateAction, { minLength: 5, maxLength: 40 }),
        (hasWorktree, actions) => {
          const world = deployWorld(hasWorktree, { command: ['release'] })
          const laws = guardDeploy(world)
          land(world)
          for (const one of actions) act(world, one)
          comesToRest(world, 400)
          laws.ended()
          expect(world.folded()).toEqual(world.state)
          for (const name of namesIn(world)) reached.add(name)
        },
      ),
      { numRuns: SEQUENCES },
    )
    for (const name of ['run.paused release-unknown', 'deploy.release-settled', 'deploy.completed'])
      expect(reached).toContain(name)
  },
  LONG_MS,
)

const namesIn = ({ journal }: Simulation): string[] =>
  journal.map((entry) => {
    const more = 'reason' in entry ? entry.reason : 'result' in entry ? entry.result : ''
    return `${entry.type} ${typeof more === 'string' ? more : ''}`.trim()
  })
