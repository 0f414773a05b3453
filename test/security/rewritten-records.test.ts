import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { AgentPhase } from '../../src/contracts/phases.ts'
import type { SpecJson } from '../../src/contracts/spec-json.ts'
import type { ItemKind, WorkItem } from '../../src/contracts/work-item.ts'
import { RECORD_FILES } from '../../src/host/files/spec-json-file.ts'
import { until } from '../../src/testkit/worlds/agent-world.ts'
import { openWorld, type ProjectWorld } from '../../src/testkit/worlds/project-world.ts'
import { agentStarted, entriesOf } from '../integration/flows/flow-world.ts'
import { HostProcess } from '../kill9/host-process.ts'

const KINDS = ['spec', 'bug'] as const
const FIRST: Record<ItemKind, AgentPhase> = { spec: 'requirements', bug: 'analyze' }

const newItem = (world: ProjectWorld, kind: ItemKind, name: string): Promise<WorkItem> =>
  kind === 'spec' ? world.newSpec(name) : world.newBug(name)

const recordOf = (world: ProjectWorld, item: WorkItem): string =>
  join(world.specDir(item), RECORD_FILES[item.kind])

const rewrite = (world: ProjectWorld, item: WorkItem, change: (json: SpecJson) => SpecJson): void =>
  writeFileSync(recordOf(world, item), JSON.stringify(change(world.spec(item)), null, 2))

const permissionsIn = (json: SpecJson): Record<string, unknown> =>
  (json['autoExecution'] as { permissions: Record<string, unknown> }).permissions

/** Lifts every limit that the user has set. */
const lifted = (json: SpecJson): SpecJson => ({
  ...json,
  autoExecution: { permissions: { ...permissionsIn(json), deploy: true } },
  approvals: { requirements: { generated: true, approved: true } },
  agents: { default: 'simulated' },
  budget: { usd: 1_000_000 },
  worktree: false,
})

const HELD = { overrides: [{ feature: 'b', call: 1, hold: 'gate' }] }

/** A has run and is at rest, with deploy NOGO and a budget; the agent of B is at work. */
async function whileAnotherWorks(world: ProjectWorld, kind: ItemKind): Promise<WorkItem[]> {
  const a = await newItem(world, kind, 'a')
  const b = await newItem(world, kind, 'b')
  await world.host.coordinator.permit(a, { go: [], nogo: ['deploy'] })
  await world.host.coordinator.budget(a, { usd: 50 })
  await world.run(a)
  void world.host.coordinator.start(b)
  await agentStarted(world, b, { phase: FIRST[kind] })
  return [a, b]
}

function expectKept(world: ProjectWorld, item: WorkItem): void {
  const json = world.spec(item)
  expect(permissionsIn(json)['deploy']).toBe(false)
  expect(json).toMatchObject({ budget: { usd: 50 } })
  expect(json).not.toHaveProperty('agents')
  expect(json).not.toHaveProperty('worktree')
  expect(entriesOf(world, item, 'spec.restored')).toMatchObject([{ phase: null }])
}

describe('the record of an item that the agent of another one has changed', () => {
  it.each(KINDS)('T10 is put back and said when that agent has ended: %s', async (kind) => {
    await using world = await openWorld({ scenario: HELD })
    const [a, b] = (await whileAnotherWorks(world, kind)) as [WorkItem, WorkItem]
    const before = readFileSync(recordOf(world, a), 'utf8')
    rewrite(world, a, lifted)
    world.mock.release('gate')
    await world.entry(b, 'run.completed')
    await world.entry(a, 'spec.restored')
    await world.host.coordinator.drain()
    expectKept(world, a)
    expect(JSON.parse(before)).toMatchObject({ ...world.spec(a), updated_at: expect.anything() })
  })

  it.each(KINDS)('T10 counts for nothing while that agent works on: %s', async (kind) => {
    await using world = await openWorld({ scenario: HELD })
    const [a] = (await whileAnotherWorks(world, kind)) as [WorkItem]
    rewrite(world, a, lifted)
    expect(await world.run(a)).toMatchObject({ status: 'completed', reason: 'nogo' })
    expectKept(world, a)
  })

  it.each(KINDS)('T10 is put back where it was deleted: %s', async (kind) => {
    await using world = await openWorld({ scenario: HELD })
    const [a, b] = (await whileAnotherWorks(world, kind)) as [WorkItem, WorkItem]
    rmSync(recordOf(world, a))
    world.mock.release('gate')
    await world.entry(b, 'run.completed')
    await until(() => existsSync(recordOf(world, a)))
    expect(world.spec(a)).toMatchObject({ budget: { usd: 50 } })
    expect(permissionsIn(world.spec(a))['deploy']).toBe(false)
  })

  it.each(KINDS)('T10 is put back by the next host after a kill: %s', async (kind) => {
    await using world = await openWorld({ scenario: HELD })
    const a = await newItem(world, kind, 'a')
    const b = await newItem(world, kind, 'b')
    await world.host.coordinator.permit(a, { go: [], nogo: ['deploy'] })
    await world.host.coordinator.budget(a, { usd: 50 })
    await world.run(a)
    await world.closeHost()
    await using host = new HostProcess(world, { begin: { command: 'start', item: b } })
    await host.line('begun')
    await until(() => entriesOf(world, b, 'agent.started').length === 1)
    await host.kill()
    rewrite(world, a, lifted)
    await world.open()
    expect(await world.run(a)).toMatchObject({ status: 'completed', reason: 'nogo' })
    expectKept(world, a)
    world.mock.release('gate')
  })

  it('T10 is what the user edits, while no agent works', async () => {
    await using world = await openWorld()
    const a = await world.newSpec('a')
    await world.run(a)
    await world.host.rested()
    rewrite(world, a, (json) => ({ ...json, budget: { usd: 7 } }))
    await world.closeHost()
    await world.open()
    await world.run(a)
    expect(world.spec(a)).toMatchObject({ budget: { usd: 7 } })
    expect(entriesOf(world, a, 'spec.restored')).toEqual([])
  })
})
