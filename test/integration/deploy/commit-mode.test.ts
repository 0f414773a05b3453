import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import type { MockScenario } from '../../../src/testkit/mock-cli/scenario-script.ts'
import { until } from '../../../src/testkit/worlds/agent-world.ts'
import { RepositoryWorld } from '../../../src/testkit/worlds/repository-world.ts'
import { agentsOf, specAt } from '../flows/flow-world.ts'

const committed = (world: RepositoryWorld): string[] =>
  world.git('show', '--name-only', '--format=', 'HEAD').split('\n')

const untracked = (world: RepositoryWorld, file: string): string =>
  world.git('status', '--porcelain', '--', file)

async function inCheckout() {
  const world = new RepositoryWorld({
    scenario: {
      overrides: [
        { phase: 'impl', alsoWrite: { '../../../src.txt': 'first\n' } },
        { phase: 'impl', call: 2, alsoWrite: { '../../../more.txt': 'second\n' } },
      ],
    },
    config: { worktree: false },
  })
  const item = await specAt(world, 'login', 'impl')
  await world.open()
  return { world, item, [Symbol.asyncDispose]: () => world[Symbol.asyncDispose]() }
}

it('P6 what the user changes between two runs of undeployed work is theirs, though it is judged with it', async () => {
  await using opened = await inCheckout()
  const { world, item } = opened
  expect(await world.run(item)).toMatchObject({ status: 'completed', phase: 'deploy' })
  world.put('later.txt', 'of the person\n')
  await world.host.coordinator.permit(item, { go: ['deploy'], nogo: [] })
  expect(await world.run(item)).toMatchObject({ status: 'completed', reason: 'done' })
  expect(agentsOf(world, item)).toEqual(['impl', 'inspection 1', 'inspection 2'])
  expect(committed(world)).toContain('src.txt')
  expect(committed(world)).not.toContain('later.txt')
  expect(untracked(world, 'later.txt')).toBe('?? later.txt')
})

it('P6 the work of both runs is committed, and nothing that came in between', async () => {
  await using opened = await inCheckout()
  const { world, item } = opened
  await world.run(item)
  world.put('later.txt', 'of the person\n')
  await world.host.coordinator.permit(item, { go: ['deploy'], nogo: [] })
  const again = () => world.host.coordinator.retryFrom(item, 'impl')
  expect(await world.follow(item, again)).toMatchObject({ status: 'completed', reason: 'done' })
  expect(committed(world)).toEqual(expect.arrayContaining(['src.txt', 'more.txt']))
  expect(committed(world)).not.toContain('later.txt')
  expect(untracked(world, 'later.txt')).toBe('?? later.txt')
})

/** Two specs that share the checkout; each writes a file of its own name. */
async function twoInCheckout(scenario: MockScenario, now: () => Date = () => new Date()) {
  const ofImpl = (feature: string) =>
    ({ feature, phase: 'impl', writesHere: { [`${feature}.txt`]: `${feature}\n` } }) as const
  const { overrides = [], ...others } = scenario
  const world = new RepositoryWorld({
    scenario: { ...others, overrides: [ofImpl('first'), ofImpl('second'), ...overrides] },
    config: { worktree: false, exclusiveWorkingTree: true },
    now,
  })
  const first = await specAt(world, 'first', 'impl')
  const second = await specAt(world, 'second', 'impl')
  await world.open()
  await world.host.coordinator.permit(first, { go: ['deploy'], nogo: [] })
  return { world, first, second, [Symbol.asyncDispose]: () => world[Symbol.asyncDispose]() }
}

it('H8 what another item left in the checkout, while this one was stopped, is not in its commit', async () => {
  await using opened = await twoInCheckout({
    overrides: [{ feature: 'first', phase: 'impl', hold: 'gate', when: 'after-document' }],
  })
  const { world, first, second } = opened
  await world.host.coordinator.start(first)
  await until(() => existsSync(join(world.folders.projectDir, 'first.txt')))
  await world.host.coordinator.stop(first)
  expect(await world.run(second)).toMatchObject({ status: 'completed', reason: 'nogo' })
  world.mock.release('gate')
  expect(await world.resume(first)).toMatchObject({ status: 'completed', reason: 'done' })
  expect(committed(world)).toContain('first.txt')
  expect(committed(world)).not.toContain('second.txt')
  const deploy = () => world.host.coordinator.runPhase(second, 'deploy')
  expect(await world.follow(second, deploy)).toMatchObject({ status: 'completed' })
  expect(committed(world).filter((file) => file.endsWith('.txt'))).toEqual(['second.txt'])
})

it('H8 nor is what another item left there while this one waited for its quota', async () => {
  let aheadMs = 0
  const resetsAt = Math.ceil(Date.now() / 1000) + 3600
  await using opened = await twoInCheckout(
    { overrides: [{ feature: 'first', phase: 'impl', call: 1, apiStatus: 429, resetsAt }] },
    () => new Date(Date.now() + aheadMs),
  )
  const { world, first, second } = opened
  await world.host.coordinator.start(first)
  await world.entry(first, 'run.waiting')
  expect(await world.run(second)).toMatchObject({ status: 'completed', reason: 'nogo' })
  await world.closeHost()
  aheadMs = 24 * 3600_000
  await world.open()
  expect(await world.resume(first)).toMatchObject({ status: 'completed', reason: 'done' })
  expect(committed(world)).toContain('first.txt')
  expect(committed(world)).not.toContain('second.txt')
})
