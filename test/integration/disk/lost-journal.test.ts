import type { SpecItem } from '../../../src/contracts/work-item.ts'
import {
  appendFileSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { JOURNAL_FILE } from '../../../src/host/journal/journal-lines.ts'
import { openWorld, type ProjectWorld } from '../../../src/testkit/worlds/project-world.ts'
import { agentsOf, agentStarted, entriesOf, specAt } from '../flows/flow-world.ts'

const journalOf = (world: ProjectWorld, name: SpecItem): string =>
  join(world.specDir(name), JOURNAL_FILE)

const HARMS: [string, (path: string) => void][] = [
  ['deleted', (path) => rmSync(path)],
  ['emptied', (path) => truncateSync(path)],
  ['cut in the middle of a line', (path) => truncateSync(path, statSync(path).size - 20)],
  [
    'an older one, as git puts it back',
    (path) => {
      const [first] = readFileSync(path, 'utf8').split('\n')
      writeFileSync(`${path}.old`, `${first}\n`)
      renameSync(`${path}.old`, path)
    },
  ],
  ['written on by somebody else', (path) => appendFileSync(path, 'not an entry\n')],
]

const SCENARIO = { overrides: [{ phase: 'impl', call: 1, hold: 'gate' }] } as const

describe('an event log that someone else touches in mid-run', () => {
  it.each(HARMS)(
    'H4 is said and pauses the run; resume continues from the documents: %s',
    async (_, harm) => {
      await using world = await openWorld({ scenario: SCENARIO })
      const a = await specAt(world, 'a', 'impl')
      const ending = world.run(a)
      await agentStarted(world, a, { phase: 'impl' })
      harm(journalOf(world, a))
      world.mock.release('gate')
      expect(await ending).toMatchObject({ status: 'paused', reason: 'unreadable-state' })
      expect(world.notifications).toMatchObject([
        { kind: 'run.paused', level: 'warning', needsPerson: true },
      ])
      expect(world.notifications[0]?.message).toContain('event log')
      expect(entriesOf(world, a, 'journal.rewound')).toHaveLength(1)
      expect(agentsOf(world, a)).toEqual(['impl'])
      await world.closeHost()
      await world.open()
      expect(await world.host.recoverAll()).toEqual([])
      expect(await world.host.coordinator.stateOf(a)).toMatchObject({ status: 'paused' })
      expect(await world.resume(a)).toMatchObject({ status: 'completed' })
      expect(entriesOf(world, a, 'journal.rewound')).toHaveLength(1)
    },
  )

  it.each(HARMS)('H4 stop ends the run and its agent: %s', async (_, harm) => {
    await using world = await openWorld({ scenario: SCENARIO })
    const a = await specAt(world, 'a', 'impl')
    const ending = world.run(a)
    await agentStarted(world, a, { phase: 'impl' })
    harm(journalOf(world, a))
    expect(await world.host.coordinator.stop(a)).toMatchObject({ ok: true })
    expect(await ending).toMatchObject({ status: 'paused', reason: 'unreadable-state' })
    expect(world.processes()).toEqual([])
  })

  it('H4 one that changed before the user continues with a dead host’s run is not written over', async () => {
    await using world = await openWorld({ scenario: SCENARIO })
    const a = await specAt(world, 'a', 'impl')
    void world.run(a)
    await agentStarted(world, a, { phase: 'impl' })
    await world.closeHost()
    await world.open()
    expect(await world.host.coordinator.stateOf(a)).toMatchObject({ status: 'running' })
    rmSync(journalOf(world, a))
    expect(await world.host.coordinator.stop(a)).toMatchObject({ ok: true })
    expect(world.types(a)[0]).toBe('spec.created')
    expect(world.types(a).slice(-2)).toEqual(['journal.rewound', 'run.paused'])
  })
})
