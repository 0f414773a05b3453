import { specNamed, type SpecItem } from '../../../src/contracts/work-item.ts'
import { appendFileSync, cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { writeRunMarker } from '../../../src/host/items/run-marker.ts'
import { JOURNAL_FILE } from '../../../src/host/journal/journal-lines.ts'
import { readStatuses } from '../../../src/host/items/spec-status.ts'
import { isPidAlive, until } from '../../../src/testkit/worlds/agent-world.ts'
import { openWorld, ProjectWorld } from '../../../src/testkit/worlds/project-world.ts'
import { agentsOf, agentStarted, entriesOf, refusal } from '../flows/flow-world.ts'

const journalOf = (world: ProjectWorld, name: SpecItem): string =>
  join(world.specDir(name), JOURNAL_FILE)

const linesOf = (world: ProjectWorld, name: SpecItem): string[] =>
  readFileSync(journalOf(world, name), 'utf8').split('\n').slice(0, -1)

const writeLines = (world: ProjectWorld, name: SpecItem, lines: string[]): void =>
  writeFileSync(journalOf(world, name), lines.map((line) => `${line}\n`).join(''))

/** Every line is complete, and the numbers of the entries only rise. */
function expectSound(world: ProjectWorld, name: SpecItem, unreadable = 0): void {
  expect(readFileSync(journalOf(world, name), 'utf8').endsWith('\n')).toBe(true)
  const entries = linesOf(world, name).flatMap((line) => {
    try {
      return [JSON.parse(line) as { seq: number }]
    } catch {
      return []
    }
  })
  expect(linesOf(world, name).length - entries.length).toBe(unreadable)
  const seqs = entries.map(({ seq }) => seq)
  expect(seqs).toEqual([...new Set(seqs)].toSorted((x, y) => x - y))
}

/** A spec in its design phase whose host is gone; the agent is held at `gate`. */
async function orphanedAtDesign(world: ProjectWorld): Promise<SpecItem> {
  const a = await world.newSpec('a')
  await world.host.coordinator.start(a)
  await agentStarted(world, a, { phase: 'design' })
  await until(() => agentsOf(world, a).length === 2)
  await world.closeHost()
  return a
}

const AT_DESIGN = { scenario: { overrides: [{ phase: 'design', call: 1, hold: 'gate' }] } } as const

describe('a torn last line', () => {
  const torn = '{"seq":99,"time":"2026-01-01T00:00:00.000Z","type":"phase.started","message":"日本'

  it.each([
    ['half an entry', Buffer.from(torn)],
    ['half a character', Buffer.from(torn).subarray(0, -1)],
    ['a whole entry without its newline', Buffer.from('{"seq":99,"type":"run.reset"}')],
  ])('X14 is dropped and reported: %s', async (_, rest) => {
    await using world = await openWorld(AT_DESIGN)
    const a = await orphanedAtDesign(world)
    appendFileSync(journalOf(world, a), rest)
    await world.open()
    const ending = world.run(a)
    world.mock.release('gate')
    expect(await ending).toMatchObject({ status: 'completed' })
    expect(entriesOf(world, a, 'journal.repaired')).toMatchObject([
      { dropped: rest.length, level: 'warning' },
    ])
    expectSound(world, a)
    expect(agentsOf(world, a)).toHaveLength(7)
  })

  it('X14 of a spec at rest is dropped when the spec is used again', async () => {
    await using world = await openWorld()
    const a = await world.newSpec('a')
    appendFileSync(journalOf(world, a), torn)
    expect(await world.run(a)).toMatchObject({ status: 'completed' })
    expect(world.types(a).slice(0, 3)).toEqual(['spec.created', 'journal.repaired', 'run.started'])
    expectSound(world, a)
  })
})

describe('a line that cannot be read', () => {
  it.each([
    ['no JSON', 'garbage {'],
    ['an entry without what it needs', '{"seq":4,"time":"t","type":"phase.started"}'],
    ['the number of an entry before it', (lines: string[]) => lines[1] ?? ''],
  ])('X14 in the middle of the current run pauses it: %s', async (_, bad) => {
    await using world = await openWorld(AT_DESIGN)
    const a = await orphanedAtDesign(world)
    const lines = linesOf(world, a)
    writeLines(world, a, lines.toSpliced(4, 1, typeof bad === 'string' ? bad : bad(lines)))
    await world.open()
    expect(refusal(await world.host.coordinator.recover(a))).toMatchObject({
      code: 'NOTHING_TO_RESUME',
      status: 'paused',
    })
    expect(await world.host.coordinator.stateOf(a)).toMatchObject({
      status: 'paused',
      reason: 'unreadable-state',
    })
    expect(world.processes()).toEqual([])
    expect(agentsOf(world, a)).toHaveLength(2)
    expect(await world.resume(a)).toMatchObject({ status: 'completed' })
    await world.closeHost()
    await world.open()
    expect(await world.host.coordinator.stateOf(a)).toMatchObject({ status: 'completed' })
  })

  it('X14 in an earlier run is put back: the log is what this computer wrote', async () => {
    await using world = await openWorld(AT_DESIGN)
    const a = await world.newSpec('a')
    await world.host.coordinator.permit(a, { go: [], nogo: ['requirements'] })
    expect(await world.run(a)).toMatchObject({ status: 'completed', agents: 0 })
    await world.host.coordinator.permit(a, { go: ['requirements'], nogo: [] })
    const ending = world.run(a)
    await agentStarted(world, a, { phase: 'design' })
    const broken = linesOf(world, a).findIndex((line) => line.includes('"run.started"'))
    await world.closeHost()
    void ending
    writeLines(world, a, linesOf(world, a).toSpliced(broken, 1, 'garbage'))
    await world.open()
    const again = world.run(a)
    world.mock.release('gate')
    expect(await again).toMatchObject({ status: 'completed' })
    expect(entriesOf(world, a, 'journal.rewound')).toMatchObject([{ restored: true }])
    expectSound(world, a)
  })
})

describe('entries of a later version', () => {
  it('X14 are skipped, kept, and their numbers not used again', async () => {
    await using world = await openWorld(AT_DESIGN)
    const a = await orphanedAtDesign(world)
    const last = world.journal(a).at(-1)?.seq ?? 0
    const foreign = JSON.stringify({ seq: last + 1, time: 't', type: 'moon.phased', waxing: true })
    world.wrote(a, `${readFileSync(journalOf(world, a), 'utf8')}${foreign}\n`)
    const marker = join(world.folders.runtimeDir, 'runs', 'a.json')
    const { runId } = JSON.parse(readFileSync(marker, 'utf8')) as { runId: string }
    writeRunMarker(world.folders, a, { runId, seq: last + 1 })
    await world.open()
    const ending = world.run(a)
    world.mock.release('gate')
    expect(await ending).toMatchObject({ status: 'completed' })
    expect(world.types(a)).not.toContain('journal.rewound')
    expect(linesOf(world, a)).toContain(foreign)
    expectSound(world, a)
  })
})

describe('a journal that went back', () => {
  it('R7 in the middle of a run is reported and not replayed; start continues', async () => {
    await using world = await openWorld(AT_DESIGN)
    const a = await world.newSpec('a')
    const ending = world.run(a)
    await agentStarted(world, a, { phase: 'design' })
    await until(() => agentsOf(world, a).length === 2)
    await world.host.coordinator.drain()
    const earlier = readFileSync(journalOf(world, a))
    world.mock.release('gate')
    await ending
    const { lastSeq } = (await world.host.coordinator.stateOf(a)) ?? { lastSeq: 0 }
    await world.closeHost()
    writeFileSync(journalOf(world, a), earlier)
    const calls = world.mock.calls().length

    await world.open()
    expect(refusal(await world.host.coordinator.recover(a))).toMatchObject({
      code: 'NOTHING_TO_RESUME',
    })
    const [rewound] = entriesOf(world, a, 'journal.rewound')
    expect(rewound).toMatchObject({ level: 'warning', found: lastSeqIn(earlier) })
    expect(rewound?.known).toBeGreaterThan(lastSeqIn(earlier))
    expect(rewound?.known).toBeLessThanOrEqual(lastSeq)
    expect(await world.host.coordinator.stateOf(a)).toMatchObject({
      status: 'paused',
      reason: 'interrupted',
    })
    expect(world.mock.calls()).toHaveLength(calls)
    expect(await world.run(a)).toMatchObject({ status: 'completed' })
    expect(entriesOf(world, a, 'journal.rewound')).toHaveLength(1)
    expectSound(world, a)
  })

  it('R7 to before the run is reported once and the spec can run', async () => {
    await using world = await openWorld()
    const a = await world.newSpec('a')
    const earlier = readFileSync(journalOf(world, a))
    await world.run(a)
    await world.closeHost()
    writeFileSync(journalOf(world, a), earlier)
    await world.open()
    expect(await world.run(a)).toMatchObject({ status: 'completed', agents: 0 })
    expect(world.types(a).slice(0, 3)).toEqual(['spec.created', 'journal.rewound', 'run.started'])
    expect(await world.run(a)).toMatchObject({ status: 'completed' })
    expect(entriesOf(world, a, 'journal.rewound')).toHaveLength(1)
  })
})

describe('a journal in another checkout', () => {
  it('R7 is shown as interrupted, never starts by itself, leaves the first one alone, and continues at start', async () => {
    await using first = await openWorld(AT_DESIGN)
    const a = await first.newSpec('a')
    const ending = first.run(a)
    await agentStarted(first, a, { phase: 'design' })
    await until(() => agentsOf(first, a).length === 2)
    await first.host.coordinator.drain()
    const pid = first.mock.calls()[1]?.pid ?? 0

    await using second = new ProjectWorld()
    cpSync(first.folders.specsDir, second.folders.specsDir, { recursive: true })
    expect(readStatuses(second.folders, 'spec')).toMatchObject([
      { item: specNamed('a'), run: { status: 'paused', reason: 'interrupted', phase: 'design' } },
    ])
    await second.open()
    await second.host.watch()
    expect(refusal(await second.host.coordinator.recover(a))).toMatchObject({
      code: 'NOTHING_TO_RESUME',
    })
    expect(entriesOf(second, a, 'run.paused')).toMatchObject([{ reason: 'interrupted' }])
    expect(second.mock.calls()).toEqual([])
    expect(isPidAlive(pid)).toBe(true)
    expect(await second.run(a)).toMatchObject({ status: 'completed' })
    expect(agentsOf(second, a)).toHaveLength(6)
    expect(isPidAlive(pid)).toBe(true)

    first.mock.release('gate')
    expect(await ending).toMatchObject({ status: 'completed', agents: 7 })
    expectSound(second, a)
    expectSound(first, a)
  })

  it('R7 whose runtime folder was deleted is a journal from elsewhere', async () => {
    await using world = await openWorld(AT_DESIGN)
    const a = await orphanedAtDesign(world)
    world.mock.release('gate')
    await until(() => world.processes().length === 0)
    rmSync(world.folders.runtimeDir, { recursive: true })
    await world.open()
    expect(refusal(await world.host.coordinator.recover(a))).toMatchObject({
      code: 'NOTHING_TO_RESUME',
    })
    expect(agentsOf(world, a)).toHaveLength(2)
    expect(await world.run(a)).toMatchObject({ status: 'completed' })
  })
})

describe('a run marker that cannot be read', () => {
  const unreadable = (world: ProjectWorld): string => {
    const marker = join(world.folders.runtimeDir, 'runs', 'a.json')
    mkdirSync(marker, { recursive: true })
    return marker
  }

  it('H6 refuses the command that met it, and no later one', async () => {
    await using world = await openWorld()
    const a = await world.newSpec('a')
    const marker = unreadable(world)
    expect(refusal(await world.host.coordinator.start(a)).code).toBe('HOST_FAILED')
    rmSync(marker, { recursive: true })
    expect(await world.run(a)).toMatchObject({ status: 'completed' })
    expectSound(world, a)
  })

  it('H3 does not keep a host from ending that meets it on its way', async () => {
    await using world = await openWorld()
    const a = await world.newSpec('a')
    unreadable(world)
    const starting = world.host.coordinator.start(a)
    await world.host.coordinator.dispose()
    expect(refusal(await starting).code).toBe('HOST_FAILED')
  })
})

const lastSeqIn = (journal: Buffer): number =>
  (JSON.parse(journal.toString().trimEnd().split('\n').at(-1) ?? '{}') as { seq: number }).seq
