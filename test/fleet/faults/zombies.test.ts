import { expect, it, vi } from 'vitest'
import { firstStep, tookOver } from '../world/attempts.ts'
import { isCampaign, times } from '../world/campaign.ts'
import { FleetWorld, REAL_LEASE } from '../world/fleet-world.ts'
import { Line } from '../world/line.ts'
import { WAIT } from '../world/wait.ts'

/** So long that no machine is slow enough to make a living worker lose it. */
const LONG_SECONDS = 30
const ZOMBIES = times('SDD_ZOMBIES', { gate: 2, campaign: 100 })
const AT_ONCE = Math.min(ZOMBIES, 10)

/** The living agents, without the processes that they start for a moment. */
function agentsOf(world: FleetWorld): number[] {
  const agents = new Set(world.agentCalls().map(({ pid }) => pid))
  return world.agentProcesses().filter((pid) => agents.has(pid))
}

/** Stops workers beyond their leases and continues them while others have their steps. */
async function play(count: number): Promise<void> {
  await using world = await FleetWorld.make({}, { hold: 'gate' }, REAL_LEASE)
  const first = await world.coordinator()
  await using line = new Line(first.url)
  const url = await line.url()
  const numbers = Array.from({ length: count }, (_, index) => index)
  const zombies = await Promise.all(
    numbers.map((number) => world.workerProcess({ url }, `zombie-${number}`)),
  )
  const items = await Promise.all(numbers.map((number) => world.newSpec(`spec-${number}`)))
  for (const item of items) await world.start(first, item, ['design'])
  await vi.waitFor(() => expect(world.agentCalls()).toHaveLength(count), WAIT)
  for (const zombie of zombies) zombie.kill('SIGSTOP')
  // Steps given by this coordinator have a longer lease: only those of the zombies are lost.
  const one = await world.coordinator({ leaseSeconds: LONG_SECONDS })
  await world.close(first)
  line.mend(one.url)
  for (const item of items)
    await vi.waitFor(async () => expect(await firstStep(world, item)).toContain('2 begins'), WAIT)
  await vi.waitFor(() => expect(world.agentProcesses()).toEqual([]), WAIT)

  await world.worker(one, 'alive', { slots: count, leaseMs: LONG_SECONDS * 800 })
  await vi.waitFor(() => expect(world.agentCalls().length).toBeGreaterThanOrEqual(2 * count), WAIT)
  const living = agentsOf(world)
  expect(living).toHaveLength(count)
  for (const zombie of zombies) zombie.kill('SIGCONT')
  // By the time they take new steps, they have heard that their old ones belong to others.
  const others = await Promise.all(numbers.map((number) => world.newSpec(`other-${number}`)))
  for (const other of others) await world.start(one, other, ['design'])
  await vi.waitFor(() => expect(world.agentCalls().length).toBeGreaterThanOrEqual(3 * count), WAIT)
  expect(agentsOf(world)).toEqual(expect.arrayContaining(living))
  world.mock.release('gate')
  for (const item of [...items, ...others]) await world.entry(item, 'run.completed')
  for (const item of items) {
    const seen = await firstStep(world, item)
    expect(seen).toEqual(tookOver(seen))
    const log = world.git(world.repository, 'log', '--format=%s', `feature/${item.name}`)
    expect(log.split('\n')).toEqual([`${item.name}: requirements`, 'The shop'])
  }
  const { rows } = await world.database.pool.query(
    `select agent_id from sdd.attempts where state = 'lost' and ended is not null`,
  )
  expect(rows).toEqual([])
  await vi.waitFor(() => expect(world.agentProcesses()).toEqual([]), WAIT)
}

it(
  `F3 ${ZOMBIES} workers that stood still beyond their leases bring nothing, and their agents are dead`,
  async () => {
    for (let left = ZOMBIES; left > 0; left -= AT_ONCE) {
      await play(Math.min(left, AT_ONCE))
      if (isCampaign) process.stdout.write(`fleet: ${ZOMBIES - left + AT_ONCE} stood still\n`)
    }
  },
  ZOMBIES * 120_000,
)
