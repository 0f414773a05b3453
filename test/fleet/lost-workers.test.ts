import { once } from 'node:events'
import { expect, it, vi } from 'vitest'
import type { WorkItem } from '../../src/contracts/work-item.ts'
import { FleetWorld } from './fleet-world.ts'

const WAIT = { timeout: 250_000, interval: 20 }

/** Which attempts of the first step were begun, and how those ended that did. */
async function firstStep(world: FleetWorld, item: WorkItem): Promise<string[]> {
  return (await world.journal(item)).flatMap((entry) => {
    const isFirst = 'stepId' in entry && entry.stepId?.endsWith('_1') === true
    if (!isFirst || !('attempt' in entry)) return []
    if (entry.type === 'step.started') return [`${entry.attempt} begins`]
    if (entry.type !== 'agent.ended') return []
    return [`${entry.attempt} ${entry.ignored ? 'ignored' : entry.lost ? 'lost' : entry.status}`]
  })
}

/** One after the other lost, and at last one that completed: a slow machine may lose more than one. */
function tookOver(seen: readonly string[]): string[] {
  const last = Math.max(2, seen.length / 2)
  return Array.from({ length: last }, (_, index) => index + 1).flatMap((attempt) => [
    `${attempt} begins`,
    `${attempt} ${attempt === last ? 'completed' : 'lost'}`,
  ])
}

it('F2 a worker that is killed loses its step to another; nothing of its agent lives on', async () => {
  await using world = await FleetWorld.make({}, { hold: 'gate' })
  const one = await world.coordinator()
  const killed = await world.workerProcess(one, 'killed')
  const item = await world.newSpec('login')
  await world.start(one, item)
  await vi.waitFor(() => expect(world.mock.calls()).toHaveLength(1), WAIT)
  expect(world.agentProcesses().length).toBeGreaterThan(0)
  const exit = once(killed, 'exit')
  killed.kill('SIGKILL')
  await exit
  await vi.waitFor(() => expect(world.agentProcesses()).toEqual([]), WAIT)
  world.mock.release('gate')
  await world.worker(one, 'second')
  await world.entry(item, 'run.completed')
  expect(await firstStep(world, item)).toEqual(tookOver(await firstStep(world, item)))
  const log = world.git(world.repository, 'log', '--format=%s', 'feature/login')
  expect(log.split('\n').filter((subject) => subject === 'login: requirements')).toHaveLength(1)
})

it('F3 a worker that stood still beyond its lease brings nothing, and its agent is dead', async () => {
  await using world = await FleetWorld.make({}, { hold: 'gate' })
  const one = await world.coordinator()
  const stopped = await world.workerProcess(one, 'stopped')
  const item = await world.newSpec('login')
  await world.start(one, item)
  await vi.waitFor(() => expect(world.mock.calls()).toHaveLength(1), WAIT)
  stopped.kill('SIGSTOP')
  await vi.waitFor(async () => expect(await firstStep(world, item)).toContain('2 begins'), WAIT)
  await vi.waitFor(() => expect(world.agentProcesses()).toEqual([]), WAIT)
  await world.worker(one, 'second')
  await vi.waitFor(() => expect(world.mock.calls().length).toBeGreaterThanOrEqual(2), WAIT)
  const living = world.agentProcesses()
  stopped.kill('SIGCONT')
  // It has heard that its step is another's when it has no step any more and takes the next one.
  const other = await world.newSpec('search')
  await world.start(one, other)
  await vi.waitFor(() => expect(world.mock.calls().length).toBeGreaterThanOrEqual(3), WAIT)
  expect(world.agentProcesses()).toEqual(expect.arrayContaining(living))
  world.mock.release('gate')
  await world.entry(item, 'run.completed')
  await world.entry(other, 'run.completed')
  expect(await firstStep(world, item)).toEqual(tookOver(await firstStep(world, item)))
})
