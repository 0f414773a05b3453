import { beforeAll, describe, expect, it } from 'vitest'
import type { Phase } from '../../src/contracts/phases.ts'
import { until } from '../../src/testkit/agent-world.ts'
import { ProjectWorld } from '../../src/testkit/project-world.ts'
import { agentsOf, entriesOf, specAt } from '../integration/flows/flow-world.ts'
import { HostProcess, type CrashPoint, type DurableCall } from './host-process.ts'
import {
  expectOneStory,
  inLanes,
  journalLength,
  killedAt,
  outcomeOf,
  SCENARIO,
  SPEC,
  type Moment,
  type Outcome,
} from './kill9-world.ts'

const LANES = 3
/** Only so that a hang ends; a busy machine may take long. */
const MANY_RUNS_MS = 30 * 60_000
const RANDOM_RUNS = 72
const seed = Number(process.env['SDD_SEED'] ?? Date.now() % 2 ** 31)

const START = { command: 'start', item: SPEC } as const

let undisturbed: Outcome
let calls: DurableCall[]
let bytes: number

beforeAll(async () => {
  await using world = new ProjectWorld({ scenario: SCENARIO })
  await world.newSpec(SPEC.name)
  await using host = new HostProcess(world, { begin: START })
  calls = (await host.line('closed')).calls
  bytes = journalLength(world)
  undisturbed = outcomeOf(world)
  expect(undisturbed.agents).toHaveLength(10)
  await expectOneStory(world)
})

/** Kills the hosts of one run at each of the moments, then lets a last one bring it to its end. */
async function play(moments: Moment[], delayMs: number): Promise<number> {
  await using world = new ProjectWorld({ scenario: { ...SCENARIO, delayMs } })
  await world.newSpec(SPEC.name)
  let kills = 0
  for (const moment of moments) if (await killedAt(world, START, moment)) kills += 1
  await world.open()
  expect(await world.run(SPEC)).toMatchObject({ status: 'completed', reason: 'nogo' })
  await world.host.coordinator.drain()
  await world.closeHost()
  expect(outcomeOf(world)).toEqual(undisturbed)
  await expectOneStory(world)
  return kills
}

describe('kill -9', { timeout: MANY_RUNS_MS }, () => {
  it('X14 before, in the middle of and after every write, sync and replacement of a run', async () => {
    const moments = crashPoints(calls).map((crash) => [{ crash }])
    const kills: number[] = []
    await inLanes(moments, LANES, async (moment) => {
      kills.push(await told(moment, () => play(moment, 0)))
    })
    expect(kills).toEqual(moments.map(() => 1))
    expect(kills.length).toBeGreaterThanOrEqual(100)
  })

  it('X14 in a power cut while the journal is being synced', async () => {
    const syncs = calls.flatMap(({ kind }, index) => (kind === 'sync' ? [index + 1] : []))
    await inLanes(syncs, LANES, async (call) => {
      const moment: Moment[] = [{ crash: { call, at: 'lost' } }]
      expect(await told(moment, () => play(moment, 0))).toBe(1)
    })
  })

  it('X14 R7 at random moments, once or twice in a run', async () => {
    // oxlint-disable-next-line no-console
    console.log(`kill9: seed ${seed}`)
    const random = randomOf(seed)
    const moment = (): Moment => ({
      bytes: Math.floor(random() * bytes * 0.98),
      laterMs: Math.floor(random() ** 2 * 20),
    })
    const runs = Array.from({ length: RANDOM_RUNS }, (_, index) => ({
      delayMs: random() < 0.5 ? 0 : 10,
      moments: Array.from({ length: 1 + (index % 2) }, moment).toSorted(byBytes),
    }))
    const kills: number[] = []
    await inLanes(runs, LANES, async ({ moments, delayMs }) => {
      kills.push(await told({ seed, moments, delayMs }, () => play(moments, delayMs)))
    })
    const sum = kills.reduce((total, count) => total + count, 0)
    // oxlint-disable-next-line no-console
    console.log(`kill9: ${sum} kills in ${kills.length} runs`)
    expect(kills).toHaveLength(RANDOM_RUNS)
    // A moment near the end of a run may come when its host has ended; most do not.
    const moments = runs.reduce((total, run) => total + run.moments.length, 0)
    expect(sum).toBeGreaterThan(moments / 2)
  })

  it.each(['requirements', 'document-review', 'inspection'] as const)(
    'X14 D5.1 a phase run by hand stays one, nothing is approved and nothing follows: %s',
    async (phase) => {
      const reference = await playByHand(phase, null)
      await inLanes(crashPoints(reference.calls), LANES, async (crash) => {
        await told({ phase, crash }, async () => {
          const { outcome } = await playByHand(phase, crash)
          expect(outcome).toEqual(reference.outcome)
        })
      })
    },
  )
})

it('R7 the third recovery without progress pauses the run', async () => {
  await using world = new ProjectWorld({ scenario: { hold: 'gate' } })
  const a = await world.newSpec(SPEC.name)
  for (const deaths of [0, 1, 2]) {
    await using host = new HostProcess(world, { begin: START })
    await host.line('begun')
    await until(() => entriesOf(world, a, 'run.recovered').length === deaths)
    await until(() => agentsOf(world, a).length === 1)
    await host.kill()
  }
  await world.open()
  expect(await world.run(a)).toMatchObject({ status: 'paused', reason: 'crash-loop' })
  expect(world.processes()).toEqual([])
  expect(agentsOf(world, a)).toEqual(['requirements'])
  world.mock.setScenario({})
  expect(await world.resume(a)).toMatchObject({ status: 'completed' })
})

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
  await expectOneStory(world)
  const closed = await host.lineOrEnd('closed')
  return { outcome: outcomeOf(world), calls: closed?.calls ?? [] }
}

/**
 * Around and inside every call; an append of several lines also between them. Nothing happens
 * between an append and its sync, so that `after` the one is `before` the other.
 */
function crashPoints(calls: DurableCall[]): CrashPoint[] {
  return calls.flatMap(({ kind, lines }, index) => {
    const between = Array.from({ length: Math.max(lines - 1, 0) }, (_, line) => line + 1)
    const places = {
      append: ['before', 'half', ...between, 'after'] as const,
      sync: ['after'] as const,
      replace: ['half', 'after'] as const,
    }[kind]
    return places.map((at) => ({ call: index + 1, at }))
  })
}

const byBytes = (a: Moment, b: Moment): number =>
  'bytes' in a && 'bytes' in b ? a.bytes - b.bytes : 0

/** A failure names the case that it belongs to. */
async function told<T>(what: unknown, act: () => Promise<T>): Promise<T> {
  try {
    return await act()
  } catch (error) {
    throw new Error(`killed at ${JSON.stringify(what)}: ${String(error)}`, { cause: error })
  }
}

/** mulberry32 */
function randomOf(from: number): () => number {
  let state = from
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
