import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { settingsFrom } from '../../src/host/config/settings.ts'
import { checkUp } from '../../src/host/doctor/checkup.ts'
import { realFiles } from '../../src/host/files/durable-files.ts'
import { openHost, type Host } from '../../src/host/main.ts'
import { FIXTURE_PROJECTS } from './fixtures/projects.ts'
import { FixtureWorld, type Files } from './fixture-world.ts'
import { mutationOf, randomOf, type Mutation } from './mutations.ts'
import { seed } from '../seed.ts'

/** `npm run campaign:formats` looks at 10,000 of each. */
const MUTATIONS = Number(process.env['SDD_MUTATIONS'] ?? 16)
const DOCTOR_EVERY = Math.max(16, Math.ceil(MUTATIONS / 20))
const PATIENCE = { timeout: 12 * 60 * 60_000 }
// oxlint-disable-next-line no-console
console.log(`formats: seed ${seed}, ${MUTATIONS} mutations of each`)

const settings = settingsFrom({})

/** With the host of a page that is open. */
async function opened(world: FixtureWorld): Promise<Host> {
  const env = { PATH: process.env['PATH'], ...world.env }
  const host = await openHost({ folders: world.folders, settings, env, files: realFiles })
  if (host === null) throw new Error('another host is alive')
  return host
}

/** Everything that a person does without touching anything. */
async function look(world: FixtureWorld, host: Host, withDoctor: boolean): Promise<void> {
  for (const { item } of world.statuses()) {
    await host.coordinator.filesChanged(item)
    await host.call('folder', { item })
  }
  await host.call('board', {})
  await host.coordinator.drain()
  if (withDoctor) await checkUp({ folders: world.folders, settings, env: world.env })
}

function apply(world: FixtureWorld, { path, text }: Mutation): void {
  if (text === null) rmSync(join(world.project, path))
  else world.write(path, text)
}

/** As it was. */
function undo(world: FixtureWorld, files: Files, { path }: Mutation): void {
  const before = files[path]
  if (before === undefined) rmSync(join(world.project, path))
  else world.write(path, before)
}

describe.each(FIXTURE_PROJECTS)('$name', PATIENCE, ({ files }) => {
  it('X13 S4 nothing is written by looking, whatever its files hold', async () => {
    using world = new FixtureWorld(files)
    const untouched = world.bytes()
    const host = await opened(world)
    try {
      await look(world, host, true)
      expect(world.bytes()).toEqual(untouched)
      const random = randomOf(seed)
      for (let count = 1; count <= MUTATIONS; count++) {
        const mutation = mutationOf(files, random)
        apply(world, mutation)
        const before = world.bytes()
        await look(world, host, count % DOCTOR_EVERY === 0)
        expect({ seed, count, mutation, bytes: world.bytes() }).toEqual({
          seed,
          count,
          mutation,
          bytes: before,
        })
        undo(world, files, mutation)
      }
    } finally {
      await host.close()
    }
  })
})
