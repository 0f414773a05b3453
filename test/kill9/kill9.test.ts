import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Phase } from '../../src/contracts/phases.ts'
import { until } from '../../src/testkit/worlds/agent-world.ts'
import { ProjectWorld } from '../../src/testkit/worlds/project-world.ts'
import { agentsOf, entriesOf, specAt } from '../integration/flows/flow-world.ts'
import { HostProcess, type CrashPoint, type DurableCall } from './host-process.ts'
import {
  byBytes,
  COURSES,
  expectOneStory,
  inLanes,
  outcomeOf,
  playKilled,
  playUndisturbed,
  SPEC,
  told,
  type Moment,
  type Outcome,
  type Undisturbed,
} from './kill9-world.ts'
import { chosenOf, crashPoints } from './crash-points.ts'
import { randomOf } from '../random.ts'
import { seed } from '../seed.ts'

const LANES = 3
/** Only ends a hang; a busy machine may take long. */
const MANY_RUNS_MS = 30 * 60_000
/** `npm run campaign:kill9` plays every point; `npm test` a selection with each kind. */
const isCampaign = process.env['SDD_CAMPAIGN'] === '1'
const MOST = isCampaign
  ? { points: Infinity, syncs: Infinity, byHand: Infinity, randomRuns: 72 }
  : { points: 8, syncs: 2, byHand: 2, randomRuns: 4 }
const LEAST_POINTS = 100
const LEAST_KILLS = isCampaign ? 100 : 15

const START = { command: 'start', item: SPEC } as const

let undisturbed: Undisturbed
let kills = 0

beforeAll(async () => {
  // oxlint-disable-next-line no-console
  console.log(`kill9: seed ${seed}${isCampaign ? ', every crash point' : ''}`)
  undisturbed = await playUndisturbed(COURSES.spec)
})

afterAll(() => {
  // oxlint-disable-next-line no-console
  console.log(`kill9: ${kills} kills`)
})

async function play(moments: Moment[], delayMs: number): Promise<number> {
  const { outcome } = undisturbed
  const killed = await playKilled(COURSES.spec, moments, { delayMs, outcome })
  kills += killed
  return killed
}

describe('kill -9', { timeout: MANY_RUNS_MS }, () => {
  it('X14 before, in the middle of and after every write, sync and replacement of a run', async () => {
    const points = crashPoints(undisturbed.calls)
    expect(points.length).toBeGreaterThanOrEqual(LEAST_POINTS)
    await inLanes(chosenOf(points, { most: MOST.points, seed }), LANES, async (crash) => {
      expect(await told({ seed, crash }, () => play([{ crash }], 0))).toBe(1)
    })
  })

  it('X14 in a power cut while the journal is being synced', async () => {
    const syncs = undisturbed.calls.flatMap(({ kind }, index) =>
      kind === 'sync' ? [{ kind, call: index + 1, at: 'lost' } as const] : [],
    )
    await inLanes(chosenOf(syncs, { most: MOST.syncs, seed }), LANES, async (crash) => {
      expect(await told({ seed, crash }, () => play([{ crash }], 0))).toBe(1)
    })
  })

  it('X14 R7 at random moments, once or twice in a run', async () => {
    const random = randomOf(seed)
    const moment = (): Moment => ({
      bytes: Math.floor(random() * undisturbed.bytes * 0.98),
      laterMs: Math.floor(random() ** 2 * 20),
    })
    const runs = Array.from({ length: MOST.randomRuns }, (_, index) => ({
      delayMs: random() < 0.5 ? 0 : 10,
      moments: Array.from({ length: 1 + (index % 2) }, moment).toSorted(byBytes),
    }))
    let sum = 0
    await inLanes(runs, LANES, async ({ moments, delayMs }) => {
      const killed = await told({ seed, moments, delayMs }, () => play(moments, delayMs))
      sum += killed
    })
    // Near the end of a run the host may already have ended, often so on a busy machine.
    expect(sum).toBeGreaterThan(0)
  })

  it.each(['requirements', 'document-review', 'inspection'] as const)(
    'X14 D5.1 a phase run manually stays one, nothing is approved and nothing follows: %s',
    async (phase) => {
      const reference = await playByHand(phase, null)
      const points = chosenOf(crashPoints(reference.calls), { most: MOST.byHand, seed })
      await inLanes(points.slice(0, MOST.byHand), LANES, async (crash) => {
        await told({ seed, phase, crash }, async () => {
          const { outcome } = await playByHand(phase, crash)
          expect(outcome).toEqual(reference.outcome)
          kills += 1
        })
      })
    },
  )

  it(`X14 ${LEAST_KILLS} times and more in all`, () => {
    expect(kills).toBeGreaterThanOrEqual(LEAST_KILLS)
  })
})

it('R7 a host that is killed six times while the agent works is no crash loop', async () => {
  await using world = new ProjectWorld({ scenario: { hold: 'gate' } })
  const a = await world.newSpec(SPEC.name)
  for (let crashes = 0; crashes < 6; crashes++) await killedWithAgent(world, crashes)
  await world.open()
  const ending = world.run(a)
  world.mock.release('gate')
  expect(await ending).toMatchObject({ status: 'completed' })
  expect(entriesOf(world, a, 'run.recovered')).toHaveLength(6)
  expect(agentsOf(world, a).filter((agent) => agent === 'requirements')).toHaveLength(1)
})

it('R7 a host that takes its agent along three times is one: the run pauses', async () => {
  await using world = new ProjectWorld({ scenario: { hold: 'gate' } })
  const a = await world.newSpec(SPEC.name)
  for (let crashes = 0; crashes < 3; crashes++) {
    await killedWithAgent(world, crashes, crashes + 1)
    world.killProcesses()
    await until(() => world.processes().length === 0)
  }
  await world.open()
  expect(await world.run(a)).toMatchObject({ status: 'paused', reason: 'crash-loop' })
  expect(world.processes()).toEqual([])
  expect(agentsOf(world, a)).toEqual(['requirements', 'requirements', 'requirements'])
  world.mock.setScenario({})
  expect(await world.resume(a)).toMatchObject({ status: 'completed' })
})

/** Kills a host once it has recovered the run and its agent works. */
async function killedWithAgent(world: ProjectWorld, recoveries: number, agents = 1) {
  await using host = new HostProcess(world, { begin: START })
  await host.line('begun')
  await until(() => entriesOf(world, SPEC, 'run.recovered').length === recoveries)
  await until(() => agentsOf(world, SPEC).length === agents)
  await host.kill()
}

async function playByHand(
  phase: Exclude<Phase, 'design' | 'tasks' | 'deploy'>,
  crash: CrashPoint | null,
): Promise<{ outcome: Outcome; calls: DurableCall[] }> {
  await using world = new ProjectWorld({ scenario: { verdicts: ['GO'] } })
  await specAt(world, SPEC.name, phase)
  await world.open()
  if (phase !== 'requirements')
    for (const document of ['requirements', 'design', 'tasks'] as const)
      await world.host.coordinator.approve(SPEC, document)
  await world.closeHost()
  await using host = new HostProcess(world, {
    begin: { command: 'phase', item: SPEC, phase },
    crash,
  })
  const { errors, signal } = await host.ended
  expect([errors, signal]).toEqual(['', crash === null ? null : 'SIGKILL'])
  await world.open()
  // Completes a log that lacks what its copy has.
  await world.host.coordinator.stateOf(SPEC)
  if (entriesOf(world, SPEC, 'run.started').length === 0)
    await world.follow(SPEC, () => world.host.coordinator.runPhase(SPEC, phase))
  else if (entriesOf(world, SPEC, 'run.completed').length === 0)
    await world.follow(SPEC, () => world.host.coordinator.recover(SPEC))
  expect(await world.host.coordinator.stateOf(SPEC)).toMatchObject({
    status: 'completed',
    reason: 'done',
    mode: 'manual',
    phase,
  })
  await world.closeHost()
  await expectOneStory(world, SPEC)
  const closed = await host.lineOrEnd('closed')
  return { outcome: outcomeOf(world, SPEC), calls: closed?.calls ?? [] }
}
