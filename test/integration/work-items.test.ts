import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { WebSocket } from 'ws'
import { describe, expect, it } from 'vitest'
import { HostClient } from '../../src/client/host-client.ts'
import { isSpecRow } from '../../src/contracts/views/board.ts'
import {
  bugItem,
  itemKey,
  specNamed,
  type BugItem,
  type WorkItem,
  type SpecItem,
} from '../../src/contracts/work-item.ts'
import { readHostAddress } from '../../src/host/project/host-lock.ts'
import { readRunMarker, removeRunMarker, writeRunMarker } from '../../src/host/items/run-marker.ts'
import { until } from '../../src/testkit/worlds/agent-world.ts'
import { openWorld, type ProjectWorld } from '../../src/testkit/worlds/project-world.ts'

function newBug(world: ProjectWorld, name: string): BugItem {
  const dir = join(world.folders.bugsDir, name)
  mkdirSync(dir, { recursive: true })
  writeFileSync(join(dir, 'bug.json'), '{"phase":"reported"}')
  writeFileSync(join(dir, 'report.md'), 'It charges twice.\n')
  return bugItem(specNamed(name).name)
}

const rowsOf = async (world: ProjectWorld) => {
  const reply = await world.host.call('board', {})
  return reply.ok ? reply.value.rows : []
}

const documents = async (world: ProjectWorld, item: BugItem | SpecItem) => {
  const reply = await world.host.call('folder', { item })
  return reply.ok ? reply.value : null
}

describe('a spec and a bug of the same name', () => {
  it('B1 are two rows, and one that goes leaves the other', async () => {
    await using world = await openWorld()
    const spec = await world.newSpec('twin')
    const bug = newBug(world, 'twin')
    const before = await rowsOf(world)
    expect(before.map(({ item }) => itemKey(item)).toSorted()).toEqual(['bug:twin', 'spec:twin'])
    rmSync(join(world.folders.bugsDir, 'twin'), { recursive: true })
    const gone = () =>
      world.events.flatMap((event) => (event.type === 'row-gone' ? [event.item] : []))
    await until(() => gone().length > 0)
    expect(gone()).toEqual([bug])
    expect((await rowsOf(world)).filter(isSpecRow)).toMatchObject([{ item: spec }])
  })

  it('B1 have their own documents and comments', async () => {
    await using world = await openWorld()
    const spec = await world.newSpec('twin')
    const bug = newBug(world, 'twin')
    world.write(spec, 'report.md', 'Of the spec.\n')
    const about = { document: 'report.md', line: 1, quote: '', text: 'Look here.' }
    await world.host.call('comment', { item: bug, ...about })
    expect(await documents(world, bug)).toMatchObject({ comments: [{ text: 'Look here.' }] })
    expect(await documents(world, spec)).toMatchObject({ comments: [] })
    const read = await world.host.call('document', { item: bug, document: 'report.md' })
    expect(read).toMatchObject({ value: { text: 'It charges twice.\n' } })
  })

  it('B1 have their own run markers, and a spec has the one of the version before', async () => {
    await using world = await openWorld()
    const spec = await world.newSpec('twin')
    const bug = newBug(world, 'twin')
    writeRunMarker(world.folders, spec, { runId: 'run_a', seq: 1 })
    writeRunMarker(world.folders, bug, { runId: 'run_b', seq: 2 })
    expect(readRunMarker(world.folders, spec)).toEqual({ runId: 'run_a', seq: 1 })
    expect(readRunMarker(world.folders, bug)).toEqual({ runId: 'run_b', seq: 2 })
    removeRunMarker(world.folders, bug)
    expect(readRunMarker(world.folders, spec)).toEqual({ runId: 'run_a', seq: 1 })
    const marker = join(world.folders.runtimeDir, 'runs', 'twin.json')
    const old = { runId: 'run_old', seq: 7 }
    const code = world.folders.seal.sign('run', 'twin', old.runId, String(old.seq))
    writeFileSync(marker, JSON.stringify({ ...old, code }))
    expect(readRunMarker(world.folders, spec)).toEqual(old)
    expect(readRunMarker(world.folders, bug)).toBeNull()
  })

  it('B6 run beside each other, and neither touches the other', async () => {
    await using world = await openWorld()
    const spec = await world.newSpec('twin')
    const bug = newBug(world, 'twin')
    const ends = await Promise.all([world.run(spec), world.run(bug)])
    expect(ends.map(({ status, phase }) => [status, phase])).toEqual([
      ['completed', 'deploy'],
      ['completed', 'deploy'],
    ])
    expect(world.spec(spec)).toMatchObject({ phase: 'inspection-complete' })
    expect(world.spec(bug)).toMatchObject({ phase: 'verified' })
    const phases = (item: WorkItem) =>
      world.journal(item).flatMap((entry) => (entry.type === 'phase.started' ? entry.phase : []))
    expect(phases(bug)).toEqual(['analyze', 'fix', 'verify'])
    expect(phases(spec)).not.toContain('analyze')
  })

  it('B6 every command of a spec reaches a bug through the socket', async () => {
    await using world = await openWorld()
    const spec = await world.newSpec('twin')
    const bug = newBug(world, 'twin')
    const address = readHostAddress(world.folders)
    if (address === null) throw new Error('the host has no address')
    const client = await HostClient.connect(address, { WebSocket })
    const reply = await client.call('permit', { item: bug, go: [], nogo: ['verify'] })
    client.close()
    expect(reply).toMatchObject({ ok: true })
    expect(world.types(bug)).toEqual(['permission.changed'])
    expect(world.types(spec)).toEqual(['spec.created'])
  })
})
