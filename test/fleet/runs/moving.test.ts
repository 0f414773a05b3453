import { cpSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it, vi } from 'vitest'
import { Jobs } from '../../../src/fleet/jobs/jobs.ts'
import { exportItem } from '../../../src/fleet/moving/export-item.ts'
import { importItem } from '../../../src/fleet/moving/import-item.ts'
import { readComments } from '../../../src/host/documents/comments-file.ts'
import { readJournal } from '../../../src/host/journal/journal-lines.ts'
import { foldersOf, itemDirOf } from '../../../src/host/project/folders.ts'
import { openWorld } from '../../../src/testkit/worlds/project-world.ts'
import { FleetWorld } from '../world/fleet-world.ts'
import { WAIT } from '../world/wait.ts'

const jobsOf = ({ database, errors }: FleetWorld) =>
  Jobs.start(database.url, { reportError: (error) => errors.push(error) })

const PERSON = { kind: 'person', via: 'cli' } as const

it('F9 an item goes into the fleet in the middle of its run and back, to the same end', async () => {
  await using local = await openWorld({ scenario: { hold: 'gate' } })
  const item = await local.newSpec('login')
  await local.host.coordinator.start(item)
  await vi.waitFor(() => expect(local.mock.calls()).toHaveLength(1), WAIT)
  await using fleet = await FleetWorld.make()
  const one = await fleet.coordinator()
  const { pool } = fleet.database
  await using jobs = await jobsOf(fleet)
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
  const exported = { ...fleet.ref(item), folders: elsewhere(fleet) }
  expect(await exportItem({ pool, jobs }, exported)).toBe(true)
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

it('F9 a run that waits for the slot of an item begins when that item leaves the fleet', async () => {
  await using world = await FleetWorld.make()
  const one = await world.coordinator()
  const { pool } = world.database
  await using jobs = await jobsOf(world)
  await pool.query(`insert into sdd.limits values ('all', 1)`)
  const [first, next] = [await world.newSpec('first'), await world.newSpec('next')]
  for (const item of [first, next]) await world.start(one, item)
  const status = async () => (await one.runs.stateOf(world.ref(next)))?.status
  expect(await status()).toBe('queued')
  const folders = foldersOf(join(world.root, 'exported'), world.env)
  expect(await exportItem({ pool, jobs }, { ...world.ref(first), folders })).toBe(true)
  await vi.waitFor(async () => expect(await status()).toBe('running'), WAIT)
})
