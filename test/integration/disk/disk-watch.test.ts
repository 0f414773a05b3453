import { sameItem, specNamed, type SpecItem } from '../../../src/contracts/work-item.ts'
import { copyFileSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { HostClient } from '../../../src/client/host-client.ts'
import type { HostEvent } from '../../../src/contracts/rpc.ts'
import { readHostAddress } from '../../../src/host/project/host-lock.ts'
import { until } from '../../../src/testkit/worlds/agent-world.ts'
import { openWorld, type ProjectWorld } from '../../../src/testkit/worlds/project-world.ts'
import { agentsOf, agentStarted, entriesOf, specAt, tasks } from '../flows/flow-world.ts'

async function watched(options: Parameters<typeof openWorld>[0] = {}): Promise<ProjectWorld> {
  const world = await openWorld(options)
  await world.host.watch()
  return world
}

const phaseOf = (world: ProjectWorld, name: SpecItem): unknown => world.spec(name)['phase']

/** Resolves when the watcher has reported a change made after this call. */
async function changeReported(world: ProjectWorld, name: SpecItem, act: () => void): Promise<void> {
  const told = new Promise<void>((resolve) => {
    const leave = world.host.subscribe((event) => {
      if (event.type !== 'files-changed' || !sameItem(event.item, name)) return
      leave()
      resolve()
    })
  })
  act()
  await told
  await world.host.coordinator.drain()
}

describe('the specs watcher', () => {
  it('S4 spec.json.phase follows documents that people write, step by step', async () => {
    await using world = await watched()
    const a = await world.newSpec('a')
    const steps = [
      ['requirements.md', '# Requirements\n\nIt shall work.\n', 'requirements-generated'],
      ['design.md', '# Design\n\nOne part.\n', 'design-generated'],
      ['tasks.md', tasks(' ', 'x'), 'tasks-generated'],
      ['tasks.md', tasks('x', 'x'), 'implementation-complete'],
      ['tasks.md', tasks('x', ' '), 'tasks-generated'],
    ] as const
    for (const [file, text, phase] of steps) {
      world.write(a, file, text)
      await until(() => phaseOf(world, a) === phase)
    }
    expect(world.spec(a)).toMatchObject({
      approvals: {
        requirements: { generated: true, approved: false },
        design: { generated: true, approved: false },
        tasks: { generated: true, approved: false },
      },
    })
    expect(entriesOf(world, a, 'phase.followed').map(({ to }) => to)).toEqual(
      steps.map(([, , phase]) => phase),
    )
    expect(world.mock.calls()).toEqual([])
  })

  it('a row also shows what was replaced and removed within one delivery', async () => {
    await using world = await watched()
    const a = await world.newSpec('a')
    await world.host.call('board', {})
    await changeReported(world, a, () => world.write(a, 'design.md', '# Design\n'))
    const file = join(world.specDir(a), 'spec.json')
    copyFileSync(file, `${file}.new`)
    renameSync(`${file}.new`, file)
    rmSync(file)
    await until(() =>
      world.events.some((event) => event.type === 'row' && event.row.problem?.includes(file)),
    )
  })

  it('S4 every client is told, also of specs that appear and go', async () => {
    await using world = await watched()
    const address = readHostAddress(world.folders)
    if (address === null) throw new Error('no host is alive')
    const client = await HostClient.connect(address, { WebSocket })
    const told: HostEvent[] = []
    client.subscribe((event) => told.push(event))
    const isReported = (name: string) => () =>
      told.some((event) => event.type === 'files-changed' && event.item.name === name)
    const a = await world.newSpec('a')
    await until(isReported('a'))
    const folder = join(world.folders.specsDir, 'by-hand')
    mkdirSync(folder)
    writeFileSync(join(folder, 'spec.json'), '{"feature_name":"by-hand"}')
    await until(isReported('by-hand'))
    told.length = 0
    world.write(a, 'research.md', 'found')
    await until(isReported('a'))
    told.length = 0
    rmSync(folder, { recursive: true })
    await until(isReported('by-hand'))
    mkdirSync(join(world.folders.specsDir, 'Not A Spec'))
    writeFileSync(join(world.folders.specsDir, 'Not A Spec', 'spec.json'), '{}')
    await changeReported(world, a, () => world.write(a, 'research.md', 'found more'))
    expect(await world.run(a)).toMatchObject({ status: 'completed' })
    client.close()
  })

  it('S4 a spec.json that cannot be read is left alone', async () => {
    await using world = await watched()
    const a = await world.newSpec('a')
    await changeReported(world, a, () => world.write(a, 'spec.json', '{ broken'))
    await changeReported(world, a, () => world.write(a, 'requirements.md', 'text'))
    await world.host.coordinator.filesChanged(a)
    expect(world.read(a, 'spec.json')).toBe('{ broken')
    expect(world.types(a)).toEqual(['spec.created'])
  })

  it('S4 following does not follow itself: one change is one entry', async () => {
    await using world = await watched()
    const a = await world.newSpec('a')
    world.write(a, 'requirements.md', '# Requirements\n\nIt shall work.\n')
    await until(() => phaseOf(world, a) === 'requirements-generated')
    const text = world.read(a, 'spec.json')
    await changeReported(world, a, () => world.write(a, 'research.md', '1'))
    await changeReported(world, a, () => world.write(a, 'research.md', '2'))
    expect(entriesOf(world, a, 'phase.followed')).toHaveLength(1)
    expect(world.read(a, 'spec.json')).toBe(text)
  })

  it('S4 G0.1 never decides the flow: a run goes its way whatever is written beside it', async () => {
    await using world = await watched({
      scenario: { overrides: [{ phase: 'design', hold: 'gate' }] },
    })
    const a = await world.newSpec('a')
    const ending = world.run(a)
    await agentStarted(world, a, { phase: 'design' })
    await until(() => agentsOf(world, a).length === 2)
    await changeReported(world, a, () => world.write(a, 'tasks.md', tasks('x', 'x')))
    await changeReported(world, a, () => world.write(a, 'design.md', '# Design\n\nBy hand.\n'))
    expect(await world.host.coordinator.stateOf(a)).toMatchObject({
      status: 'running',
      phase: 'design',
    })
    expect(agentsOf(world, a)).toEqual(['requirements', 'design'])
    expect(world.types(a)).not.toContain('phase.followed')
    rmSync(join(world.specDir(a), 'tasks.md'))
    world.mock.release('gate')
    expect(await ending).toMatchObject({ status: 'completed', agents: 7 })
    expect(world.types(a)).not.toContain('phase.followed')
  })

  it('S4 D1.5 a run is the same with and without it', async () => {
    await using plain = await openWorld()
    await using watching = await watched()
    const types: string[][] = []
    for (const world of [plain, watching]) {
      const a = await world.newSpec('a')
      expect(await world.run(a)).toMatchObject({ status: 'completed', agents: 7 })
      types.push(world.types(a))
    }
    expect(types[1]).toEqual(types[0])
  })

  it('S4 a paused spec follows what people change before they resume it', async () => {
    await using world = await watched({ scenario: { ticksPerRun: 0 } })
    const a = await specAt(world, 'a', 'impl')
    expect(await world.run(a)).toMatchObject({ status: 'error', reason: 'impl-limit' })
    world.write(a, 'tasks.md', tasks('x'))
    await until(() => phaseOf(world, a) === 'implementation-complete')
    expect(await world.host.coordinator.stateOf(a)).toMatchObject({
      status: 'error',
      reason: 'impl-limit',
    })
  })

  it('S4 watches a project that has no specs yet', async () => {
    await using world = await openWorld()
    rmSync(world.folders.specsDir, { recursive: true, force: true })
    await world.host.watch()
    const a = await world.newSpec('a')
    world.write(a, 'requirements.md', '# Requirements\n\nIt shall work.\n')
    await until(() => phaseOf(world, specNamed('a')) === 'requirements-generated')
  })
})
