import { describe, expect, it } from 'vitest'
import type { WorkItem } from '../../src/contracts/work-item.ts'
import { folderOf } from '../../src/core/formats/item-place.ts'
import { namedProject } from '../../src/cli/project.ts'
import { checkAll } from '../../src/cli/words/lines/checkup-lines.ts'
import { readStatuses } from '../../src/host/items/spec-status.ts'
import type { Host } from '../../src/host/main.ts'
import { listItems } from '../../src/host/project/folders.ts'
import { FIXTURE_PROJECTS } from './fixtures/projects.ts'
import type { FixtureWorld } from './fixture-world.ts'
import { HostWorld } from './host-world.ts'
import { Ledger } from './ledger.ts'
import { mutationOf, type Mutation } from './mutations.ts'
import { randomOf } from '../random.ts'
import { seed } from '../seed.ts'

/** `npm run campaign:formats` looks at 10,000 of each. */
const MUTATIONS = Number(process.env['SDD_MUTATIONS'] ?? 16)
/** How often all items are looked at; in between only those whose folder has changed. */
const WHOLE_EVERY = 16
/** How often doctor runs, which reads every item. */
const DOCTOR_EVERY = 8
const PATIENCE = { timeout: 12 * 60 * 60_000 }
// oxlint-disable-next-line no-console
console.log(`formats: seed ${seed}, ${MUTATIONS} mutations of each`)

/** Everything that a user does just to look. */
async function look(world: FixtureWorld, host: Host, items: WorkItem[]): Promise<void> {
  for (const item of items) {
    readStatuses(world.folders, item)
    await host.coordinator.filesChanged(item)
    await host.call('folder', { item })
  }
  await host.call('board', {})
  await host.coordinator.drain()
}

async function lookAtAll(world: FixtureWorld, host: Host): Promise<void> {
  world.statuses()
  await look(world, host, listItems(world.folders))
}

const doctor = (world: FixtureWorld): Promise<unknown> =>
  checkAll({ project: namedProject(world.project), problem: null }, world.env)

function put(world: FixtureWorld, ledger: Ledger, { path, text }: Mutation): void {
  world.put(path, text)
  if (text === null) ledger.removed(path)
  else ledger.wrote(path)
}

describe.each(FIXTURE_PROJECTS)('$name', PATIENCE, ({ files }) => {
  it('X13 S4 nothing is written by looking, whatever its files hold', async () => {
    await using world = new HostWorld(files)
    const untouched = world.bytes()
    const host = await world.host()
    await lookAtAll(world, host)
    await doctor(world)
    expect(world.bytes()).toEqual(untouched)
    const ledger = new Ledger(world.project)
    const random = randomOf(seed)
    for (let count = 1; count <= MUTATIONS; count++) {
      const mutation = mutationOf(files, random)
      const { path } = mutation
      put(world, ledger, mutation)
      const touched = listItems(world.folders).filter((item) =>
        path.startsWith(`${folderOf(item)}/`),
      )
      if (touched.length === 0 || count % WHOLE_EVERY === 0) await lookAtAll(world, host)
      else await look(world, host, touched)
      if (count % DOCTOR_EVERY === 0) await doctor(world)
      const written = ledger.differences()
      if (written.length > 0) expect.fail(JSON.stringify({ seed, count, mutation, written }))
      put(world, ledger, { path, text: files[path] ?? null })
    }
    await lookAtAll(world, host)
    expect(world.bytes()).toEqual(untouched)
  })
})
