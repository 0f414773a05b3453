import { once } from 'node:events'
import { expect, it, vi } from 'vitest'
import { firstStep, tookOver } from '../world/attempts.ts'
import { FleetWorld, REAL_LEASE } from '../world/fleet-world.ts'
import { WAIT } from '../world/wait.ts'

it('F2 a worker that is killed loses its step to another; nothing of its agent lives on', async () => {
  await using world = await FleetWorld.make({}, { hold: 'gate' }, REAL_LEASE)
  const one = await world.coordinator()
  const killed = await world.workerProcess(one, 'killed')
  const item = await world.newSpec('login')
  await world.start(one, item, ['design'])
  await vi.waitFor(() => expect(world.agentCalls()).toHaveLength(1), WAIT)
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

it('F3 a lease that ended before the work could begin is no failure of the work', async () => {
  await using world = await FleetWorld.make({}, {}, REAL_LEASE)
  const one = await world.coordinator()
  // So short that it is over while the first step is prepared, and renewed before the next one.
  const { worker } = await world.worker(one, 'slow', { leaseMs: 1 })
  const item = await world.newSpec('login')
  await world.start(one, item, ['design'])
  await vi.waitFor(
    async () => expect(await firstStep(world, item)).toEqual(expect.arrayContaining(['1 lost'])),
    WAIT,
  )
  await worker.stop()
  await world.worker(one, 'second')
  await world.entry(item, 'run.completed')
  expect(await firstStep(world, item)).toEqual(tookOver(await firstStep(world, item)))
})
