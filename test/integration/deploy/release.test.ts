import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { ok } from '../../../src/contracts/result.ts'
import type { WorkItem } from '../../../src/contracts/work-item.ts'
import type { Config } from '../../../src/core/settings/config-schema.ts'
import { until } from '../../../src/testkit/worlds/agent-world.ts'
import { RepositoryWorld } from '../../../src/testkit/worlds/repository-world.ts'
import { entriesOf, refusal, specAt } from '../flows/flow-world.ts'

const CODE = { '../../../src.txt': 'written by impl\n' }

/** Notes the commit that it releases, then waits for the file `go`. */
const RELEASE =
  'here=$(git rev-parse HEAD); until [ -d mock ]; do cd ..; done; echo $here >> released; until [ -e go ]; do sleep 0.05; done'

interface Released {
  world: RepositoryWorld
  item: WorkItem
  /** The commits that were released so far. */
  released: () => string[]
  go: () => void
  /** Starts the run, and returns once its release has begun. */
  begin: () => Promise<void>
}

async function releasingWorld(config: Config = {}): Promise<Released & AsyncDisposable> {
  const { deploy = {}, ...others } = config
  const world = new RepositoryWorld({
    scenario: { overrides: [{ phase: 'impl', alsoWrite: CODE }] },
    config: { ...others, deploy: { command: ['sh', '-c', RELEASE], ...deploy } },
  })
  const item = await specAt(world, 'login', 'impl')
  await world.open()
  await world.host.coordinator.permit(item, { go: ['deploy'], nogo: [] })
  const notes = join(world.root, 'released')
  const released = (): string[] =>
    existsSync(notes) ? readFileSync(notes, 'utf8').trim().split('\n') : []
  return {
    world,
    item,
    released,
    go: () => writeFileSync(join(world.root, 'go'), ''),
    begin: async () => {
      await world.host.coordinator.start(item)
      await until(() => released().length === 1)
    },
    [Symbol.asyncDispose]: () => world[Symbol.asyncDispose](),
  }
}

/** The computer goes down: host and processes are gone, and no exit status is left. */
async function powerCut(world: RepositoryWorld): Promise<void> {
  await world.closeHost()
  world.killProcesses()
  await until(() => world.processes().length === 0)
  await world.open()
}

const recovered = ({ world, item }: Released) =>
  world.follow(item, () => world.host.coordinator.recover(item))

const settled = ({ world, item }: Released, hasRun: boolean) =>
  world.follow(item, async () => {
    const reply = await world.host.call('settleRelease', { item, hasRun, andThen: 'resume' })
    if (!reply.ok) return reply
    if (reply.value === null) throw new Error('an answer that resumes begins a run')
    return ok(reply.value)
  })

const expectDeployed = ({ world, item }: Released): void => {
  expect(world.spec(item)['phase']).toBe('deploy-complete')
  expect(world.git('log', '--format=%s', 'main').split('\n')).toHaveLength(2)
}

it('H8 a release that died with its host is not repeated: the run asks whether it has run', async () => {
  await using opened = await releasingWorld({ worktree: true })
  const { world, item, released } = opened
  await opened.begin()
  await powerCut(world)
  expect(await recovered(opened)).toMatchObject({ status: 'paused', reason: 'release-unknown' })
  expect(await world.resume(item)).toMatchObject({ status: 'paused', reason: 'release-unknown' })
  const [paused] = entriesOf(world, item, 'run.paused')
  expect(paused).toMatchObject({ phase: 'deploy', finding: { problem: 'release-unknown' } })
  const board = await world.host.call('board', {})
  expect(board.ok && board.value.rows[0]?.allowed.waits).toMatchObject({
    kind: 'release-unknown',
    agentId: entriesOf(world, item, 'check.started').at(-1)?.agentId,
    actions: [
      { type: 'settle-release', hasRun: true },
      { type: 'settle-release', hasRun: false },
    ],
  })
  expect(await settled(opened, true)).toMatchObject({ status: 'completed', reason: 'done' })
  expect(released()).toEqual([world.git('rev-parse', 'main')])
  expectDeployed(opened)
  const again = await world.host.call('settleRelease', { item, hasRun: true })
  expect(refusal(again)).toMatchObject({ code: 'NO_OPEN_RELEASE' })
})

it('H8 it runs again when the user says so, on the commit that was deployed', async () => {
  await using opened = await releasingWorld({ worktree: true })
  const { world, item, released, go } = opened
  await opened.begin()
  await powerCut(world)
  expect(await recovered(opened)).toMatchObject({ reason: 'release-unknown' })
  go()
  expect(await settled(opened, false)).toMatchObject({ status: 'completed', reason: 'done' })
  const main = world.git('rev-parse', 'main')
  expect(released()).toEqual([main, main])
  expect(entriesOf(world, item, 'deploy.release-settled')).toMatchObject([{ hasRun: false }])
  expectDeployed(opened)
})

it('H8 a release that may be repeated is simply run again', async () => {
  await using opened = await releasingWorld({ worktree: true, deploy: { repeatable: true } })
  const { world, released, go } = opened
  await opened.begin()
  await powerCut(world)
  go()
  expect(await recovered(opened)).toMatchObject({ status: 'completed', reason: 'done' })
  expect(released()).toHaveLength(2)
  expectDeployed(opened)
})

it('H8 the end of a release that no host saw is read, and nobody is asked', async () => {
  await using opened = await releasingWorld({ worktree: false })
  const { world, item, released, go } = opened
  await opened.begin()
  await world.closeHost()
  go()
  await until(() => world.processes().length === 0)
  await world.open()
  expect(await recovered(opened)).toMatchObject({ status: 'completed', reason: 'done' })
  expect(released()).toHaveLength(1)
  expect(entriesOf(world, item, 'check.completed').at(-1)).toMatchObject({ result: 'passed' })
})

it('H8 a release that the user stopped is not repeated by the next run either', async () => {
  await using opened = await releasingWorld({ worktree: false })
  const { world, item, released } = opened
  await opened.begin()
  await world.host.coordinator.stop(item)
  await world.host.coordinator.drain()
  expect(await world.resume(item)).toMatchObject({ status: 'paused', reason: 'release-unknown' })
  expect(await settled(opened, true)).toMatchObject({ status: 'completed', reason: 'done' })
  expect(released()).toHaveLength(1)
  expectDeployed(opened)
})

it('H8 a deploy by hand asks too, and goes on although deploy is NOGO', async () => {
  await using opened = await releasingWorld({ worktree: true })
  const { world, item, released } = opened
  await world.host.coordinator.permit(item, { go: [], nogo: ['deploy'] })
  expect(await world.run(item)).toMatchObject({ status: 'completed', reason: 'nogo' })
  await world.host.coordinator.runPhase(item, 'deploy')
  await until(() => released().length === 1)
  await powerCut(world)
  expect(await recovered(opened)).toMatchObject({ status: 'paused', reason: 'release-unknown' })
  expect(await settled(opened, true)).toMatchObject({ status: 'completed', reason: 'done' })
  expect(released()).toHaveLength(1)
  expectDeployed(opened)
})
