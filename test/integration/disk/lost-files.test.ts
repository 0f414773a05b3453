import { isSpecRow } from '../../../src/contracts/views/board.ts'
import { sameItem, specNamed, type SpecItem } from '../../../src/contracts/work-item.ts'
import { cpSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { HostEvent } from '../../../src/contracts/rpc.ts'
import type { SpecStatus } from '../../../src/contracts/views/status.ts'
import { until } from '../../../src/testkit/worlds/agent-world.ts'
import { openWorld, type ProjectWorld } from '../../../src/testkit/worlds/project-world.ts'
import { agentsOf, agentStarted, specAt } from '../flows/flow-world.ts'

type Harm = (world: ProjectWorld, name: SpecItem) => void

const specJson = (world: ProjectWorld, name: SpecItem): string =>
  join(world.specDir(name), 'spec.json')

const ONLY_SPEC_JSON: [string, Harm][] = [
  ['spec.json is deleted', (world, name) => rmSync(specJson(world, name))],
  [
    'spec.json is moved away',
    (world, name) => renameSync(specJson(world, name), `${specJson(world, name)}.bak`),
  ],
  ['spec.json is cut in its middle', (world, name) => writeFileSync(specJson(world, name), '{"a')],
  [
    'a folder stands in the place of spec.json',
    (world, name) => {
      rmSync(specJson(world, name))
      mkdirSync(specJson(world, name))
    },
  ],
]

const WHOLE_FOLDER: [string, Harm][] = [
  ['the folder is deleted', (world, name) => rmSync(world.specDir(name), { recursive: true })],
  [
    'the folder is renamed',
    (world, name) => renameSync(world.specDir(name), `${world.specDir(name)}-old`),
  ],
  [
    'the folder has become a file',
    (world, name) => {
      rmSync(world.specDir(name), { recursive: true })
      writeFileSync(world.specDir(name), '')
    },
  ],
]

const SCENARIO = { overrides: [{ feature: 'a', phase: 'impl', hold: 'gate' }] } as const

/** A run whose impl agent is held at its gate; `b` waits for the only slot. */
async function atWork(world: ProjectWorld) {
  const a = await specAt(world, 'a', 'impl')
  const b = await specAt(world, 'b', 'impl')
  const ending = world.run(a)
  await agentStarted(world, a, { phase: 'impl' })
  const next = world.run(b)
  await world.entry(b, 'run.started')
  return { a, ending, next }
}

/** What the board and `sdd status` list. */
async function listed(world: ProjectWorld, name: SpecItem) {
  const board = await world.host.call('board', {})
  const status = await world.host.call('status', { item: null })
  if (!board.ok || !status.ok) throw new Error('no answer')
  return [board.value.rows.filter(isSpecRow), status.value].map((rows: SpecStatus[]) => {
    const row = rows.find(({ item }) => sameItem(item, name))
    return row === undefined ? null : { run: row.run.status, problem: row.problem }
  })
}

const open = () => openWorld({ scenario: SCENARIO, config: { concurrency: 1 } })

describe('the files of a spec vanish while its agent works', () => {
  it.each(ONLY_SPEC_JSON)(
    'H1 the end of the agent is heard, and the run ends in error with the file named: %s',
    async (_, harm) => {
      await using world = await open()
      const { a, ending, next } = await atWork(world)
      harm(world, a)
      world.mock.release('gate')
      expect(await ending).toMatchObject({ status: 'error', reason: 'unreadable-spec' })
      const failed = world.notifications.find(({ kind }) => kind === 'run.failed')
      expect(failed).toMatchObject({ item: a, level: 'error' })
      expect(failed?.message).toContain(specJson(world, a))
      expect(await next).toMatchObject({ status: 'completed' })
    },
  )

  it.each(ONLY_SPEC_JSON)('H1 its row stays and shows the error: %s', async (_, harm) => {
    await using world = await open()
    await world.host.call('board', {})
    const { a, ending } = await atWork(world)
    const isRowA = (event: HostEvent) => event.type === 'row' && sameItem(event.row.item, a)
    const lastRow = () => {
      const event = world.events.findLast(isRowA)
      return event?.type === 'row' && isSpecRow(event.row) ? event.row : null
    }
    harm(world, a)
    await until(() => lastRow()?.problem?.includes(specJson(world, a)) === true)
    expect(lastRow()).toMatchObject({ run: { status: 'running', phase: 'impl' } })
    expect(await listed(world, a)).toEqual([
      { run: 'running', problem: expect.stringContaining(specJson(world, a)) },
      { run: 'running', problem: expect.stringContaining(specJson(world, a)) },
    ])
    world.mock.release('gate')
    await ending
    await until(() => lastRow()?.run.status === 'error')
    expect(await listed(world, a)).toEqual([
      { run: 'error', problem: expect.stringContaining(specJson(world, a)) },
      { run: 'error', problem: expect.stringContaining(specJson(world, a)) },
    ])
    const isGone = (event: HostEvent) => event.type === 'row-gone' && sameItem(event.item, a)
    expect(world.events.some(isGone)).toBe(false)
    rmSync(world.specDir(a), { recursive: true })
    await until(() => world.events.some(isGone))
    expect(await listed(world, a)).toEqual([null, null])
  })

  it.each(WHOLE_FOLDER)('H1 its row stays while the agent works: %s', async (_, harm) => {
    await using world = await open()
    const { a, ending } = await atWork(world)
    await world.host.call('board', {})
    harm(world, a)
    await until(() => world.events.some((event) => event.type === 'row' && event.row.problem))
    expect((await listed(world, a))[0]).toEqual({
      run: 'running',
      problem: expect.stringContaining(world.specDir(a)),
    })
    world.mock.release('gate')
    await ending
  })

  it('X14 R7 a copy of its folder starts nothing and leaves its agent alone', async () => {
    await using world = await open()
    const { a, ending } = await atWork(world)
    cpSync(world.specDir(a), `${world.specDir(a)}-copy`, { recursive: true })
    const copy = specNamed('a-copy')
    // Nothing in its log was written for it by this computer.
    expect(await world.host.coordinator.stateOf(copy)).toMatchObject({ status: 'paused' })
    await world.host.coordinator.drain()
    expect(await world.host.coordinator.stateOf(a)).toMatchObject({ status: 'running' })
    world.mock.release('gate')
    expect(await ending).toMatchObject({ status: 'completed' })
    expect(agentsOf(world, copy)).toEqual([])
  })

  it('H1 a folder that has lost its spec.json is shown as damaged, with the file named', async () => {
    await using world = await open()
    const done = await world.newSpec('done')
    await world.run(done)
    rmSync(specJson(world, done))
    const damaged = { run: 'completed', problem: expect.stringContaining(specJson(world, done)) }
    expect(await listed(world, done)).toEqual([damaged, damaged])
  })

  it.each(WHOLE_FOLDER)(
    'H1 the end of the agent is heard, and the run ends in error with the file named: %s',
    async (_, harm) => {
      await using world = await open()
      const { a, ending, next } = await atWork(world)
      harm(world, a)
      world.mock.release('gate')
      expect(await ending).toMatchObject({ status: 'error', reason: 'host-failed' })
      const failed = world.notifications.find(({ kind }) => kind === 'journal.failed')
      expect(failed).toMatchObject({ item: a, level: 'error' })
      expect(failed?.message).toContain(world.specDir(a))
      expect(world.notifications.filter(({ item }) => sameItem(item, a))).toHaveLength(1)
      expect(await next).toMatchObject({ status: 'completed' })
    },
  )

  it.each(ONLY_SPEC_JSON)('H1 stop ends the run and its agent: %s', async (_, harm) => {
    await using world = await open()
    const { a, ending, next } = await atWork(world)
    harm(world, a)
    expect(await world.host.coordinator.stop(a)).toEqual({ ok: true, value: { changed: true } })
    expect(world.host.agents.working().filter(({ item }) => sameItem(item, a))).toEqual([])
    expect(await ending).toMatchObject({ status: 'paused', reason: 'user' })
    expect(await next).toMatchObject({ status: 'completed' })
    expect(agentsOf(world, a)).toEqual(['impl'])
  })

  it.each(WHOLE_FOLDER)('H1 stop ends the run and its agent: %s', async (_, harm) => {
    await using world = await open()
    const { a, ending, next } = await atWork(world)
    harm(world, a)
    expect(await world.host.coordinator.stop(a)).toMatchObject({ ok: false })
    expect(world.host.agents.working().filter(({ item }) => sameItem(item, a))).toEqual([])
    expect(await ending).toMatchObject({ status: 'error', reason: 'host-failed' })
    expect(await next).toMatchObject({ status: 'completed' })
  })

  it('H1 what is put back in time is as if it had never been away', async () => {
    await using world = await open()
    const { a, ending, next } = await atWork(world)
    const aside = `${specJson(world, a)}.bak`
    renameSync(specJson(world, a), aside)
    await world.host.coordinator.filesChanged(a)
    renameSync(aside, specJson(world, a))
    world.mock.release('gate')
    expect(await ending).toMatchObject({ status: 'completed' })
    await next
  })

  it('H1 a stop ends the agent although its own records are gone', async () => {
    await using world = await open()
    const { a, ending, next } = await atWork(world)
    rmSync(join(world.folders.agentsDir), { recursive: true })
    await world.host.coordinator.stop(a)
    expect(world.host.agents.working().filter(({ item }) => sameItem(item, a))).toEqual([])
    expect(await ending).toMatchObject({ status: 'paused', reason: 'user' })
    expect(await next).toMatchObject({ status: 'completed' })
  })
})
