import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it, vi } from 'vitest'
import { processTable } from '../../../src/host/agents/process/process-table.ts'
import { firstStep, tookOver } from '../world/attempts.ts'
import { FleetWorld, REAL_LEASE } from '../world/fleet-world.ts'
import { WAIT } from '../world/wait.ts'

const AT_IMPL = { overrides: [{ phase: 'impl', hold: 'gate' }] } as const

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

it('F2 the set-up of a worktree ends with the worker that is killed while it runs', async () => {
  await using world = await FleetWorld.make({}, AT_IMPL, REAL_LEASE)
  const [slow, running] = [join(world.root, 'slow'), join(world.root, 'running')]
  const setup = ['sh', '-c', `if [ -e '${slow}' ]; then echo $$ > '${running}'; exec sleep 600; fi`]
  await world.database.pool.query('update sdd.projects set settings = $1', [
    JSON.stringify({ worktree: { setup }, checks: [{ name: 'test', command: ['true'] }] }),
  ])
  const one = await world.coordinator()
  const { worker } = await world.worker(one, 'first')
  const item = await world.newQuick('login')
  await world.start(one, item, ['deploy'])
  const atImpl = (): boolean => world.agentCalls().some(({ phase }) => phase === 'impl')
  await vi.waitFor(() => expect(atImpl()).toBe(true), WAIT)
  writeFileSync(slow, '')
  const drained = worker.drain()
  const killed = await world.workerProcess(one, 'killed')
  world.mock.release('gate')
  await drained
  const begun = (): string => readFileSync(running, 'utf8').trim()
  await vi.waitFor(() => expect(begun()).toMatch(/^[0-9]+$/), { ...WAIT, interval: 5 })
  const exit = once(killed, 'exit')
  killed.kill('SIGKILL')
  await exit
  await vi.waitFor(() => expect(processTable.startTimeOf(Number(begun()))).toBeNull(), WAIT)
})
