import { existsSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { sameItem, type WorkItem } from '../../../src/contracts/work-item.ts'
import type { Config } from '../../../src/core/settings/config-schema.ts'
import type { MockScenario } from '../../../src/testkit/mock-cli/scenario-script.ts'
import { until } from '../../../src/testkit/worlds/agent-world.ts'
import { RepositoryWorld } from '../../../src/testkit/worlds/repository-world.ts'
import { agentsOf, agentStarted, entriesOf, specAt } from '../flows/flow-world.ts'

const SHARED: Config = { worktree: false, exclusiveWorkingTree: true }

const writes = (name: string): Readonly<Record<string, string>> => ({
  [`${name}.txt`]: `${name}\n`,
})
const ofImpl = (name: string) =>
  ({ feature: name, phase: 'impl', writesHere: writes(name) }) as const

interface Crashing {
  world: RepositoryWorld
  first: WorkItem
  second: WorkItem
}

/** Two specs before impl in one checkout, with deploy on GO. */
async function checkout(
  scenario: MockScenario = {},
  config: Config = {},
): Promise<Crashing & AsyncDisposable> {
  const { overrides = [], ...others } = scenario
  const world = new RepositoryWorld({
    config: { ...SHARED, ...config },
    scenario: { ...others, overrides: [ofImpl('first'), ofImpl('second'), ...overrides] },
  })
  const first = await specAt(world, 'first', 'impl')
  const second = await specAt(world, 'second', 'impl')
  await world.open()
  for (const item of [first, second])
    await world.host.coordinator.permit(item, { go: ['deploy'], nogo: [] })
  return { world, first, second, [Symbol.asyncDispose]: () => world[Symbol.asyncDispose]() }
}

const HELD: MockScenario = {
  overrides: [{ feature: 'first', phase: 'impl', hold: 'gate', when: 'before-document' }],
}

/** The host is gone, its agents work on; the next one is open, but has recovered nothing. */
async function nextHost(world: RepositoryWorld): Promise<void> {
  await world.closeHost()
  world.events.length = 0
  await world.open()
}

const waiting = (world: RepositoryWorld, item: WorkItem): Promise<unknown> =>
  world.event(
    (event): event is typeof event =>
      event.type === 'entry' && sameItem(event.item, item) && event.entry.type === 'run.waiting',
  )

/** Every commit has the file of its own item, and of no other. */
function expectOwnCommits({ world, first, second }: Crashing): void {
  for (const { name } of [first, second]) {
    const commit = world.git('log', '-1', '--format=%H', `--grep=^${name}: `)
    const files = world.git('show', '--name-only', '--format=', commit).split('\n')
    expect(files.filter((file) => file.endsWith('.txt'))).toEqual([`${name}.txt`])
  }
  expect(world.git('status', '--porcelain', '--', ':!.kiro')).toBe('')
}

describe('the working tree of a run whose host crashed', () => {
  it('H8 is nobody else’s while its agent works on; who waits says for whom, and what to do', async () => {
    await using opened = await checkout(HELD)
    const { world, first, second } = opened
    await world.host.coordinator.start(first)
    await agentStarted(world, first, { phase: 'impl' })
    await nextHost(world)
    const other = world.run(second)
    await waiting(world, second)
    const [waits] = entriesOf(world, second, 'run.waiting')
    expect(waits).toMatchObject({ behind: { item: first, isAbandoned: true }, level: 'warning' })
    expect(waits?.message).toContain('sdd resume first')
    expect(agentsOf(world, second)).toEqual([])

    const own = world.follow(first, () => world.host.coordinator.recover(first))
    world.mock.release('gate')
    expect(await Promise.all([own, other])).toMatchObject([
      { status: 'completed' },
      { status: 'completed' },
    ])
    expectOwnCommits(opened)
  })

  it('H8 is not given away before `serve` has recovered it', async () => {
    await using opened = await checkout(HELD)
    const { world, first, second } = opened
    await world.host.coordinator.start(first)
    await agentStarted(world, first, { phase: 'impl' })
    await nextHost(world)
    const other = world.run(second)
    await world.host.serve()
    await waiting(world, second)
    expect(agentsOf(world, second)).toEqual([])
    world.mock.release('gate')
    expect(await other).toMatchObject({ status: 'completed' })
    expectOwnCommits(opened)
  })

  it('H8 is free once the user has stopped that run, and what it left is in no other commit', async () => {
    await using opened = await checkout({
      overrides: [{ feature: 'first', phase: 'impl', hold: 'gate', when: 'after-document' }],
    })
    const { world, first, second } = opened
    await world.host.coordinator.start(first)
    await until(() => existsSync(join(world.folders.projectDir, 'first.txt')))
    await nextHost(world)
    const other = world.run(second)
    await waiting(world, second)
    expect(await world.host.coordinator.stop(first)).toMatchObject({ ok: true })
    expect(await other).toMatchObject({ status: 'completed' })
    world.mock.release('gate')
    expect(await world.resume(first)).toMatchObject({ status: 'completed' })
    expectOwnCommits(opened)
  })

  it('H8 is not given to a run that waited for it, and whose terminal takes over', async () => {
    await using opened = await checkout(HELD)
    const { world, first, second } = opened
    await world.host.coordinator.start(first)
    await agentStarted(world, first, { phase: 'impl' })
    await world.host.coordinator.start(second)
    await waiting(world, second)
    await nextHost(world)
    const other = world.follow(second, () => world.host.coordinator.recover(second))
    await waiting(world, second)
    await world.host.coordinator.drain()
    expect(agentsOf(world, second)).toEqual([])
    const own = world.follow(first, () => world.host.coordinator.recover(first))
    world.mock.release('gate')
    expect(await Promise.all([own, other])).toMatchObject([
      { status: 'completed' },
      { status: 'completed' },
    ])
    expectOwnCommits(opened)
  })

  it('H8 is not given away while a check runs in it', async () => {
    const slow = 'test -e ../go || { touch ../checking; until [ -e ../go ]; do sleep 0.05; done; }'
    await using opened = await checkout(
      {},
      { checks: [{ name: 'slow', command: ['sh', '-c', slow] }] },
    )
    const { world, first, second } = opened
    await world.host.coordinator.start(first)
    await until(() => existsSync(join(world.root, 'checking')))
    await nextHost(world)
    const other = world.run(second)
    await waiting(world, second)
    const own = world.follow(first, () => world.host.coordinator.recover(first))
    writeFileSync(join(world.root, 'go'), '')
    expect(await Promise.all([own, other])).toMatchObject([
      { status: 'completed' },
      { status: 'completed' },
    ])
    expectOwnCommits(opened)
  })

  it('H8 is not given away while a deploy by hand runs a command in it', async () => {
    const release = 'touch ../releasing; until [ -e ../go ]; do sleep 0.05; done'
    await using opened = await checkout({}, { deploy: { command: ['sh', '-c', release] } })
    const { world, first, second } = opened
    await world.host.coordinator.permit(first, { go: [], nogo: ['deploy'] })
    expect(await world.run(first)).toMatchObject({ status: 'completed', reason: 'nogo' })
    await world.host.coordinator.runPhase(first, 'deploy')
    await until(() => existsSync(join(world.root, 'releasing')))
    await nextHost(world)
    const other = world.run(second)
    await waiting(world, second)
    const own = world.follow(first, () => world.host.coordinator.recover(first))
    writeFileSync(join(world.root, 'go'), '')
    expect(await Promise.all([own, other])).toMatchObject([
      { status: 'completed' },
      { status: 'completed' },
    ])
    expectOwnCommits(opened)
  })

  it('H8 is free when the item itself is deleted', async () => {
    await using opened = await checkout(HELD)
    const { world, first, second } = opened
    await world.host.coordinator.start(first)
    await agentStarted(world, first, { phase: 'impl' })
    await nextHost(world)
    await world.host.watch()
    const other = world.run(second)
    await waiting(world, second)
    rmSync(world.specDir(first), { recursive: true })
    expect(await other).toMatchObject({ status: 'completed' })
  })

  it('H8 of a journal that came with a clone is free at once', async () => {
    await using opened = await checkout(HELD)
    const { world, first, second } = opened
    await world.host.coordinator.start(first)
    await agentStarted(world, first, { phase: 'impl' })
    await world.closeHost()
    world.killProcesses()
    rmSync(world.folders.runtimeDir, { recursive: true })
    await world.open()
    expect(await world.run(second)).toMatchObject({ status: 'completed' })
    expect(entriesOf(world, second, 'run.waiting')).toEqual([])
  })
})
