import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, it } from 'vitest'
import { specNamed } from '../../../src/contracts/work-item.ts'
import { importItem } from '../../../src/fleet/moving/import-item.ts'
import { foldersOf } from '../../../src/host/project/folders.ts'
import { FleetWorld } from '../world/fleet-world.ts'
import { person } from '../world/person.ts'

const ITEM = specNamed('add-search@openspec')
const FOLDER = 'openspec/changes/add-search'
const DELTA = 'specs/search/spec.md'
const FILES = {
  'proposal.md': '## Why\n\nNotes are not found.\n',
  'tasks.md': '## 1. Search\n\n- [ ] 1.1 Find words\n',
  [DELTA]: '## ADDED Requirements\n\n### Requirement: Notes are found\n',
}

/** Imports a change as OpenSpec made it: it is in the repository, without a record of ours. */
async function importChange(world: FleetWorld): Promise<void> {
  world.git(world.root, 'clone', '--quiet', 'shop.git', 'checkout')
  const checkout = join(world.root, 'checkout')
  for (const [name, text] of Object.entries(FILES)) {
    const file = join(checkout, FOLDER, name)
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, text)
  }
  world.git(checkout, 'add', '.')
  world.git(checkout, 'commit', '--quiet', '-m', 'Search is proposed')
  const folders = foldersOf(checkout, { XDG_STATE_HOME: world.root })
  const moved = { ...world.ref(ITEM), folders, env: world.env }
  await expect(importItem(world.database.pool, moved)).rejects.toThrow('push')
  world.git(checkout, 'push', '--quiet', 'origin', 'main')
  await importItem(world.database.pool, moved)
}

it('X13 a change of another tool comes into a fleet with its documents; the approval of its proposal covers its folders there too', async () => {
  await using world = await FleetWorld.make()
  const one = await world.coordinator()
  await importChange(world)
  const ada = await person(world, one.url, 'operator')
  const approval = (document: string) => ada.call('approval', { item: ITEM, document })
  expect(await approval(DELTA)).toEqual({ ok: true, value: null })
  expect(await ada.call('approve', { item: ITEM, phase: 'requirements' })).toMatchObject({
    ok: true,
  })
  const same = { ok: true, value: { by: 'person', state: 'same', others: [] } }
  expect(await approval(DELTA)).toMatchObject(same)
  expect(await approval('proposal.md')).toMatchObject(same)
  const read = await ada.call('document', { item: ITEM, document: DELTA })
  if (!read.ok) throw new Error(read.error.code)
  const edit = { item: ITEM, document: DELTA, text: 'Changed\n', base: read.value.version }
  expect(await ada.call('saveDocument', edit)).toMatchObject({ ok: true })
  expect(await approval(DELTA)).toMatchObject({
    value: { state: 'changed', text: FILES[DELTA] },
  })
  expect(await approval('proposal.md')).toMatchObject({ value: { state: 'same', others: [DELTA] } })
  ada.close()
})
