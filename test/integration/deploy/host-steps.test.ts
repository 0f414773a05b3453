import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import type { Config } from '../../../src/core/settings/config-schema.ts'
import { until } from '../../../src/testkit/worlds/agent-world.ts'
import { fakeTimers } from '../fake-timers.ts'
import { RepositoryWorld } from '../../../src/testkit/worlds/repository-world.ts'
import { agentsOf, entriesOf, specAt } from '../flows/flow-world.ts'

const CODE = { '../../../src.txt': 'written by impl\n' }

async function openRepository(config: Config) {
  const world = new RepositoryWorld({
    scenario: { overrides: [{ phase: 'impl', alsoWrite: CODE }] },
    config,
  })
  const item = await specAt(world, 'login', 'impl')
  await world.open()
  await world.host.coordinator.permit(item, { go: ['deploy'], nogo: [] })
  return { world, item, [Symbol.asyncDispose]: () => world[Symbol.asyncDispose]() }
}

const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

/** Writes its pid into the world's folder, then waits for the file `go`. */
const WAITS =
  'until [ -d mock ]; do cd ..; done; echo $$ > pid.new; mv pid.new pid; until [ -e go ]; do sleep 0.05; done'

async function waitingCheck(more: { timeoutMinutes?: number } = {}) {
  const check = { name: 'slow', command: ['sh', '-c', WAITS], ...more }
  const opened = await openRepository({ worktree: true, checks: [check] })
  const { root } = opened.world
  return { ...opened, pid: join(root, 'pid'), go: join(root, 'go') }
}

it('V4 stop ends the check with its processes, and resume runs it again', async () => {
  await using opened = await waitingCheck()
  const { world, item, pid, go } = opened
  const first = world.run(item)
  await until(() => existsSync(pid))
  const running = Number(readFileSync(pid, 'utf8'))
  await world.host.coordinator.stop(item)
  expect(isAlive(running)).toBe(false)
  expect(await first).toMatchObject({ status: 'paused', reason: 'user' })
  await world.host.coordinator.drain()
  expect(entriesOf(world, item, 'check.completed')).toMatchObject([{ result: 'stopped' }])

  writeFileSync(go, '')
  expect(await world.resume(item)).toMatchObject({ status: 'completed', reason: 'done' })
  expect(agentsOf(world, item)).toEqual(['impl', 'inspection 1'])
})

it('V4 a check outlives its host and is adopted by the next one, which hears its end', async () => {
  await using opened = await waitingCheck()
  const { world, item, pid, go } = opened
  await world.host.coordinator.start(item)
  await until(() => existsSync(pid))
  await world.closeHost()
  await world.open()
  const ended = world.follow(item, () => world.host.coordinator.recover(item))
  writeFileSync(go, '')
  expect(await ended).toMatchObject({ status: 'completed', reason: 'done' })
  const [first] = entriesOf(world, item, 'check.started')
  expect(entriesOf(world, item, 'check.completed')[0]).toMatchObject({
    agentId: first?.agentId,
    result: 'passed',
  })
})

it('V4 a check that died with its host, as in a power cut, is run again', async () => {
  await using opened = await waitingCheck()
  const { world, item, pid, go } = opened
  await world.host.coordinator.start(item)
  await until(() => existsSync(pid))
  await world.closeHost()
  world.killProcesses()
  await until(() => world.processes().length === 0)
  await world.open()
  const ended = world.follow(item, () => world.host.coordinator.recover(item))
  writeFileSync(go, '')
  expect(await ended).toMatchObject({ status: 'completed', reason: 'done' })
  const [first, again] = entriesOf(world, item, 'check.started')
  expect(again).toMatchObject({ stepId: first?.stepId, attempt: 2 })
  expect(entriesOf(world, item, 'check.completed')[0]).toMatchObject({
    agentId: again?.agentId,
    result: 'passed',
  })
})

it('V4 a check that takes too long has failed, and its processes are gone', async () => {
  await using opened = await waitingCheck({ timeoutMinutes: 10 })
  const { world, item, pid, go } = opened
  using clock = fakeTimers()
  const ended = world.run(item)
  await until(() => existsSync(pid))
  const first = Number(readFileSync(pid, 'utf8'))
  clock.pass(10 * 60_000)
  await world.entry(item, 'check.completed')
  writeFileSync(go, '')
  expect(await ended).toMatchObject({ status: 'completed', reason: 'done' })
  expect(isAlive(first)).toBe(false)
  const [failed, passed] = entriesOf(world, item, 'check.completed')
  expect(failed).toMatchObject({ result: 'failed', isTimeout: true })
  expect(passed).toMatchObject({ result: 'passed' })
  expect(entriesOf(world, item, 'impl.rerun')).toMatchObject([{ failing: ['slow'] }])
})

it('P10 deploy.command runs after the merge; its failure is an error and the merge stays', async () => {
  const marker = 'released'
  await using opened = await openRepository({
    worktree: true,
    deploy: {
      command: ['sh', '-c', `until [ -d mock ]; do cd ..; done; test -e ${marker} || exit 9`],
    },
  })
  const { world, item } = opened
  expect(await world.run(item)).toMatchObject({ status: 'error', phase: 'deploy' })
  expect(entriesOf(world, item, 'run.failed')[0]?.detail).toMatch(
    /deploy\.command.*exit code 9.*stays/,
  )
  expect(world.git('show', 'main:src.txt')).toBe('written by impl')
  expect(world.spec(item)['phase']).not.toBe('deploy-complete')

  writeFileSync(join(world.root, marker), '')
  expect(await world.resume(item)).toMatchObject({ status: 'completed', reason: 'done' })
  expect(world.spec(item)['phase']).toBe('deploy-complete')
  expect(world.git('log', '--format=%s', 'main').split('\n')).toHaveLength(2)
})
