import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { specNamed, type SpecItem } from '../../src/contracts/work-item.ts'
import { documentNames } from '../../src/core/formats/document-names.ts'
import { groupOf } from '../../src/core/formats/item-group.ts'
import { folderOf } from '../../src/core/formats/item-place.ts'
import { REVIEWED_FILES } from '../../src/core/workflow/document-files.ts'
import { CliWorld } from '../../src/testkit/worlds/cli-world.ts'
import { FIXTURE_PROJECTS } from './fixtures/projects.ts'
import { bytesBelow, type Files } from './fixture-world.ts'
import { changesIn, keysLost } from './kept-text.ts'

const PATIENCE = { timeout: 10 * 60_000 }
/** Files of ours in the folder of an item. */
const OURS =
  /^(?:event-log\.jsonl|spec\.json|inspection-\d+\.md|document-review-\d+(?:-reply)?\.md)$/

class RunWorld extends CliWorld {
  constructor(files: Files) {
    super()
    this.configure({ agent: 'simulated', simulated: { fast: true } })
    for (const [path, text] of Object.entries(files)) {
      const file = join(this.project, path)
      mkdirSync(dirname(file), { recursive: true })
      writeFileSync(file, text)
    }
  }
}

const utf8 = (bytes: string): string => Buffer.from(bytes, 'latin1').toString('utf8')

/** Six agents of a run: `npm test` does without them where lines and their ends are nothing special. */
const hasReview = (files: Files): boolean =>
  process.env['SDD_MUTATIONS'] !== undefined ||
  Object.values(files).some((text) => text.includes('\r\n'))

/** The first that is not over. */
function itemOf(shown: Readonly<Record<string, unknown>>): SpecItem {
  const items = Object.keys(shown).map(specNamed)
  const item = items.find((one) => groupOf(one)?.isArchived !== true) ?? items[0]
  if (item === undefined) throw new Error('a fixture without an item')
  return item
}

/** What differs, of everything that a run of the item may not change. */
function notOurs(before: Files, after: Files, item: SpecItem): string[] {
  const folder = `${folderOf(item)}/`
  const names = Object.keys(before).map((path) => path.slice(folder.length))
  const { fileOf } = documentNames(item, names)
  const documents = [...REVIEWED_FILES.map((document) => fileOf(document)), 'research.md']
  const inFolder = (path: string): string | null =>
    path.startsWith(folder) ? path.slice(folder.length) : null
  const made = Object.keys(after).filter((path) => {
    if (path in before || path.startsWith('src/') || path === 'package.json') return false
    const name = inFolder(path)
    return name === null || (!OURS.test(name) && !documents.includes(name))
  })
  const changed = Object.entries(before).flatMap(([path, text]) => {
    const now = after[path]
    if (now === text) return []
    if (now === undefined) return [`${path} is gone`]
    const name = inFolder(path) ?? ''
    if (name === 'spec.json') return keysLost(text, now).map((key) => `${path} has lost ${key}`)
    if (!documents.includes(name)) return [`${path} is another one`]
    // Nothing but the idea is in it: the first phase writes it.
    if (text.includes('Project Description (Input)')) return []
    return changesIn(utf8(text), utf8(now)).map((line) => `${path} ${line}`)
  })
  return [...made.map((path) => `${path} is new`), ...changed]
}

describe.concurrent.each(FIXTURE_PROJECTS)('$name', PATIENCE, ({ files, shown }) => {
  it('X13 a run changes ticks, what it was asked for, and nothing else', async () => {
    await using world = new RunWorld(files)
    const item = itemOf(shown)
    const before = bytesBelow(world.project)
    if (!hasReview(files)) await world.sdd(['approve', item.name, 'document-review'])
    const { code, stdout, stderr } = await world.sdd(['run', item.name])
    expect([0, 3, 4], stdout + stderr).toContain(code)
    expect(notOurs(before, bytesBelow(world.project), item)).toEqual([])
  })
})
