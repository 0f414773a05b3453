import { setTimeout as pause } from 'node:timers/promises'
import { expect, it, vi } from 'vitest'
import { firstStep, tookOver } from '../world/attempts.ts'
import { isCampaign } from '../world/campaign.ts'
import { FleetWorld, REAL_LEASE } from '../world/fleet-world.ts'
import { Line } from '../world/line.ts'
import { Namespace } from '../world/namespace.ts'
import { WAIT } from '../world/wait.ts'

const CUTS: Record<string, (line: Line) => void> = {
  'is cut': (line) => line.cut(),
  'falls silent': (line) => line.fallSilent(),
  'closes in one direction': (line) => line.halfClose(),
}

interface Cut {
  how: (line: Line) => void
  /** Resolves when the cut is over. */
  lasts: (world: FleetWorld) => Promise<unknown>
}

/** Cuts the line while a run's first agent is at work; the run must end as if nothing happened. */
async function play({ how, lasts }: Cut): Promise<string[]> {
  await using world = await FleetWorld.make({}, { hold: 'gate' }, REAL_LEASE)
  const one = await world.coordinator()
  await using line = new Line(one.url)
  await world.worker({ url: await line.url() }, 'first')
  const item = await world.newSpec('login')
  await world.start(one, item, ['design'])
  await vi.waitFor(() => expect(world.agentCalls()).toHaveLength(1), WAIT)
  how(line)
  await lasts(world)
  line.mend()
  world.mock.release('gate')
  await world.entry(item, 'run.completed')
  const log = world.git(world.repository, 'log', '--format=%s', 'feature/login')
  expect(log.split('\n')).toEqual(['login: requirements', 'The shop'])
  const { rows } = await world.database.pool.query<{ number: number; bytes: Buffer }>(
    'select number, bytes from sdd.output where agent_id = $1 order by number',
    [world.agentCalls().at(-1)?.agentId],
  )
  expect(rows.map(({ number }) => number)).toEqual(rows.map((_, index) => index))
  await vi.waitFor(() => expect(world.agentProcesses()).toEqual([]), WAIT)
  return firstStep(world, item)
}

it.each(Object.keys(CUTS))('F4 the line %s for a second: the run goes to its end', async (name) => {
  const how = CUTS[name] ?? (() => undefined)
  const seen = await play({ how, lasts: () => pause(1000) })
  // On a slow machine it may outlast the lease: then the step was begun again.
  expect(seen).toEqual(tookOver(seen, 1))
})

it('F4 every part comes late: the run goes to its end', async () => {
  const seen = await play({
    how: (line) => (line.delayMs = 150),
    lasts: async () => undefined,
  })
  expect(seen).toEqual(tookOver(seen, 1))
})

it('F4 the line falls silent beyond the lease: the agent is ended and the step begun again', async () => {
  const seen = await play({
    how: (line) => line.fallSilent(),
    lasts: (world) => vi.waitFor(() => expect(world.agentProcesses()).toEqual([]), WAIT),
  })
  expect(seen).toEqual(tookOver(seen))
})

const LONG = isCampaign
  ? Object.keys(CUTS).flatMap((name) => [[name, 30] as const, [name, 300] as const])
  : []

it.each(LONG)(
  'F4 the line %s for %i seconds: the run goes to its end',
  async (name, seconds) => {
    const how = CUTS[name] ?? (() => undefined)
    const seen = await play({ how, lasts: () => pause(seconds * 1000) })
    expect(seen).toEqual(tookOver(seen))
  },
  900_000,
)

const isRoot = process.getuid?.() === 0

it.each(isCampaign && isRoot ? [2, 30] : [])(
  'F4 the cable of a worker in a network of its own is out for %i seconds: the run goes to its end',
  async (seconds) => {
    using namespace = new Namespace()
    await using world = await FleetWorld.make({}, { hold: 'gate' }, REAL_LEASE)
    const one = await world.coordinator({ address: namespace.address })
    await world.workerProcess(one, 'far', { prefix: namespace.prefix })
    const item = await world.newSpec('login')
    await world.start(one, item, ['design'])
    await vi.waitFor(() => expect(world.agentCalls()).toHaveLength(1), WAIT)
    namespace.pull()
    await pause(seconds * 1000)
    namespace.plugIn()
    world.mock.release('gate')
    await world.entry(item, 'run.completed')
    const seen = await firstStep(world, item)
    expect(seen).toEqual(tookOver(seen, 1))
    const log = world.git(world.repository, 'log', '--format=%s', 'feature/login')
    expect(log.split('\n')).toEqual(['login: requirements', 'The shop'])
  },
)
