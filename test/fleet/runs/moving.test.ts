import { cpSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it, vi } from 'vitest'
import { exportItem } from '../../../src/fleet/moving/export-item.ts'
import { importItem } from '../../../src/fleet/moving/import-item.ts'
import { readComments } from '../../../src/host/documents/comments-file.ts'
import { readJournal } from '../../../src/host/journal/journal-lines.ts'
import { itemDirOf } from '../../../src/host/project/folders.ts'
import { openWorld } from '../../../src/testkit/worlds/project-world.ts'
import { FleetWorld } from '../world/fleet-world.ts'
import { WAIT } from '../world/wait.ts'

const PERSON = { kind: 'person', via: 'cli' } as const

it('F9 an item goes into the fleet in the middle of its run and back, to the same end', async () => {
  await using local = await openWorld({ scenario: { hold: 'gate' } })
  const item = await local.newSpec('login')
  await local.host.coordinator.start(item)
  await vi.waitFor(() => expect(local.mock.calls()).toHaveLength(1), WAIT)
  await using fleet = await FleetWorld.make()
  const one = await fleet.coordinator()
  const { pool } = fleet.database
  const { folders } = local
  const on = { item, document: 'requirements.md', line: 1, quote: '# Requirements' }
  await local.host.call('comment', { ...on, text: 'Name the passkey too.' })
  await importItem(pool, { ...fleet.ref(item), folders, env: local.env })
  const recovered = await one.runs.command(fleet.ref(item), {
    type: 'recover',
    item,
    calledBy: PERSON,
  })
  expect(recovered).toMatchObject({ ok: true })
  await fleet.worker(one, 'first')
  await vi.waitFor(async () => expect(await phasesDone(fleet)).toContain('design'), WAIT)
  expect(await exportItem(pool, { ...fleet.ref(item), folders: elsewhere(fleet) })).toBe(true)
  expect(await one.runs.stateOf(fleet.ref(item))).toBeNull()
  expect(readComments(itemDirOf(elsewhere(fleet), item))).toMatchObject({
    value: [{ text: 'Name the passkey too.' }],
  })
  const { entries, damagedAfter, tornBytes } = readJournal(itemDirOf(elsewhere(fleet), item))
  expect({ damagedAfter, tornBytes }).toEqual({ damagedAfter: [], tornBytes: 0 })
  expect(entries.map(({ seq }) => seq)).toEqual(entries.map((_, index) => index + 1))

  await using back = await openWorld()
  fleet.git(fleet.root, 'clone', '--quiet', '--branch', 'feature/login', 'shop.git', 'clone')
  const documents = join(fleet.root, 'clone', '.kiro', 'specs')
  cpSync(documents, back.folders.specsDir, { recursive: true })
  cpSync(itemDirOf(elsewhere(fleet), item), back.specDir(item), { recursive: true })
  const result = await back.resume(item)
  expect(result).toMatchObject({ status: 'completed' })
  expect(back.types(item).filter((type) => type === 'spec.created')).toHaveLength(1)

  async function phasesDone(world: FleetWorld): Promise<string[]> {
    return (await world.journal(item)).flatMap((entry) =>
      entry.type === 'phase.completed' ? [entry.phase] : [],
    )
  }

  function elsewhere(world: FleetWorld): typeof folders {
    const root = join(world.root, 'exported')
    return { ...folders, projectDir: root, specsDir: join(root, '.kiro', 'specs') }
  }
})
