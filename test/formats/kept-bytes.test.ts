import { describe, expect, it } from 'vitest'
import { join } from 'node:path'
import { specNamed, type SpecItem } from '../../src/contracts/work-item.ts'
import { groupOf } from '../../src/core/formats/item-group.ts'
import { CliWorld } from '../../src/testkit/worlds/cli-world.ts'
import { FIXTURE_PROJECTS } from './fixtures/projects.ts'
import { bytesBelow, type Files } from './fixture-world.ts'
import { notOurs } from './not-ours.ts'
import { PlayedWorld } from './played-world.ts'

/** The first item that is not archived, if there is one. */
function itemOf(shown: Readonly<Record<string, unknown>>): SpecItem {
  const items = Object.keys(shown).map(specNamed)
  const item = items.find((one) => groupOf(one)?.isArchived !== true) ?? items[0]
  if (item === undefined) throw new Error('a fixture without an item')
  return item
}

describe.each(FIXTURE_PROJECTS)('$name', ({ files, shown }) => {
  it('X13 a run changes ticks, what it was asked for, and nothing else', async () => {
    await using world = new PlayedWorld(files)
    const item = itemOf(shown)
    const before = world.bytes()
    expect(await world.run(item)).toMatchObject({ ok: true })
    expect(notOurs(before, world.bytes(), item)).toEqual([])
  })
})

/** `npm run campaign:formats` runs all of them. */
const isRunByProcesses = ({ files }: { files: Files }): boolean =>
  process.env['SDD_MUTATIONS'] !== undefined ||
  Object.values(files).some((text) => text.includes('\r\n'))

describe.concurrent.each(FIXTURE_PROJECTS.filter(isRunByProcesses))('$name', ({ files, shown }) => {
  it('X13 nor does one with agents that are processes', async () => {
    await using world = new CliWorld()
    world.configure({ agent: 'simulated', simulated: { fast: true } })
    for (const [path, text] of Object.entries(files)) world.write(join(world.project, path), text)
    const item = itemOf(shown)
    const before = bytesBelow(world.project)
    const { code, stdout, stderr } = await world.sdd(['run', item.name])
    expect([0, 3, 4], stdout + stderr).toContain(code)
    expect(notOurs(before, bytesBelow(world.project), item)).toEqual([])
  })
})
