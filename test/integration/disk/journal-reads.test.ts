import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openWorld } from '../../../src/testkit/worlds/project-world.ts'
import { agentStarted } from '../flows/flow-world.ts'

const original = JSON.parse
let parsed: number[] = []

/** Records the number of every event log line that this process parses. */
beforeEach(() => {
  parsed = []
  JSON.parse = (text: string, reviver?: Parameters<typeof original>[1]): unknown => {
    const seq = /^\{"seq":(\d+),/.exec(text)?.[1]
    if (seq !== undefined) parsed.push(Number(seq))
    return original(text, reviver) as unknown
  }
})
afterEach(() => {
  JSON.parse = original
})

describe('the event log of a spec', () => {
  it('is not read while its owner writes it, by rows, pages and status neither', async () => {
    await using world = await openWorld({
      scenario: { overrides: [{ phase: 'impl', call: 1, hold: 'gate' }] },
    })
    const a = await world.newSpec('a')
    expect(await world.host.call('board', {})).toMatchObject({ ok: true })
    expect(parsed).toEqual([1])
    const ending = world.run(a)
    await agentStarted(world, a, { phase: 'impl' })
    const board = await world.host.call('board', {})
    const page = await world.host.call('journal', { item: a, before: null, limit: 20 })
    const older = await world.host.call('journal', { item: a, before: 20, limit: 5 })
    const status = await world.host.call('status', { item: a })
    expect(parsed).toEqual([1])
    expect(board).toMatchObject({
      value: { rows: [{ run: { status: 'running', phase: 'impl' } }] },
    })
    expect(status).toMatchObject({ value: [{ run: { status: 'running', phase: 'impl' } }] })
    expect(page.ok && page.value.entries).toHaveLength(20)
    expect(page.ok && page.value.entries.map(({ seq }) => seq)).toEqual(
      page.ok && page.value.entries.map(({ seq }) => seq).toSorted((one, two) => two - one),
    )
    expect(older.ok && older.value.entries.map(({ seq }) => seq)).toEqual([19, 18, 17, 16, 15])
    world.mock.release('gate')
    await ending
    expect(parsed).toEqual([1])
  })

  it('is read once by a new host: what the row has folded is what the owner begins with', async () => {
    await using world = await openWorld()
    const a = await world.newSpec('a')
    await world.run(a)
    await world.closeHost()
    const lines = world.journal(a).length
    await world.open()
    parsed = []
    await world.host.call('board', {})
    expect(parsed).toHaveLength(lines)
    expect(await world.host.coordinator.stateOf(a)).toMatchObject({ status: 'completed' })
    await world.host.call('board', {})
    expect(parsed).toHaveLength(lines)
  })
})
