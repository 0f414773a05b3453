import { describe, expect, it } from 'vitest'
import type { SpecItem, WorkItem } from '../../src/contracts/work-item.ts'
import { namedProject } from '../../src/cli/project.ts'
import { wordsForRejection } from '../../src/cli/words/wording.ts'
import { folderOf } from '../../src/core/formats/item-place.ts'
import { listItems } from '../../src/host/project/folders.ts'
import type { Files } from './fixture-world.ts'
import { FIXTURE_PROJECTS } from './fixtures/projects.ts'
import { mutationOf, type Mutation } from './mutations.ts'
import { notOurs } from './not-ours.ts'
import { PlayedWorld } from './played-world.ts'
import { randomOf } from '../random.ts'
import { seed } from '../seed.ts'

/** `npm run campaign:formats` runs hundreds of each. */
const RUNS = Number(process.env['SDD_RUNS'] ?? 2)
const PATIENCE = { timeout: 12 * 60 * 60_000 }

/** Up to three mutations at once. */
const mutationsOf = (files: Files, random: () => number): Mutation[] =>
  Array.from({ length: 1 + Math.floor(random() * 3) }, () => mutationOf(files, random))

const isSpec = (item: WorkItem): item is SpecItem => item.kind === 'spec'

/** A spec that was changed, if there is one. */
function chosen(items: WorkItem[], mutations: Mutation[], random: () => number): SpecItem | null {
  const specs = items.filter(isSpec)
  const touched = specs.filter((item) =>
    mutations.some(({ path }) => path.startsWith(`${folderOf(item)}/`)),
  )
  const among = touched.length > 0 ? touched : specs
  return among[Math.floor(random() * among.length)] ?? null
}

/** The last line of its event log. */
const said = (files: Files, item: SpecItem): string =>
  files[`${folderOf(item)}/event-log.jsonl`]?.trim().split('\n').at(-1) ?? ''

/** What is wrong after a run of the mutated files. */
async function wrongIn(files: Files, mutations: Mutation[], random: () => number) {
  await using world = new PlayedWorld(files)
  for (const { path, text } of mutations) world.put(path, text)
  const item = chosen(listItems(world.folders), mutations, random)
  if (item === null) return null
  const before = world.bytes()
  const run = await world.run(item)
  const after = world.bytes()
  const wrong = notOurs(before, after, item)
  if (run.ok) {
    if (run.value.reason === 'host-failed' && !said(after, item).includes(folderOf(item)))
      wrong.push('it could not continue, and no file is named')
    return wrong.length > 0 ? { item: item.name, run: run.value, wrong } : null
  }
  if (JSON.stringify(after) !== JSON.stringify(before)) wrong.push('a refused run wrote something')
  const { message, remedy } = wordsForRejection(run.error, namedProject(world.project))
  if (message === '' || remedy === '' || run.error.code === 'HOST_FAILED')
    wrong.push(`refused without words: ${message}`)
  return wrong.length > 0 ? { item: item.name, refused: run.error, wrong } : null
}

const PROJECTS = FIXTURE_PROJECTS.map((project, index) => ({ ...project, index }))

describe.each(PROJECTS)('$name', PATIENCE, ({ files, index }) => {
  it('X13 a run changes nothing that is not its own, whatever the files hold', async () => {
    const found: unknown[] = []
    for (let count = 0; count < RUNS; count++) {
      const own = seed + count * PROJECTS.length + index
      const random = randomOf(own)
      const mutations = mutationsOf(files, random)
      const wrong = await wrongIn(files, mutations, random)
      if (wrong !== null) found.push({ seed: own, ...wrong, mutations })
    }
    expect(found.slice(0, 3)).toEqual([])
  })
})
