import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import type { SpecItem } from '../../../src/contracts/work-item.ts'
import { RepositoryWorld } from '../../../src/testkit/worlds/repository-world.ts'
import { entriesOf } from '../flows/flow-world.ts'

/** `npm run campaign:twenty` plays it with twenty items in a repository of 2,000 files. */
const isCampaign = process.env['SDD_FILES'] !== undefined
const ITEMS = Array.from(
  { length: isCampaign ? 20 : 5 },
  (_, at) => `item-${String(at + 1).padStart(2, '0')}`,
)
const FILES = Number(process.env['SDD_FILES'] ?? 50)

const codeOf = (name: string): string => `src/${name}.txt`
/** Every file of the checkout outside of .git and .kiro, with its content. */
function manifest(dir: string): Record<string, string> {
  const files = readdirSync(dir, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(dir.length + 1))
    .filter((path) => !path.startsWith('.git/') && !path.startsWith('.kiro/'))
  const digest = (path: string) =>
    createHash('sha256')
      .update(readFileSync(join(dir, path)))
      .digest('hex')
  return Object.fromEntries(files.sort().map((path) => [path, digest(path)]))
}

it(`P2 W4 ${ITEMS.length} items write code at once and are merged in order, each checked on the base before it`, async () => {
  await using world = new RepositoryWorld({
    config: {
      concurrency: ITEMS.length,
      checks: [{ name: 'there', command: ['test', '-f', 'many/1.txt'] }],
    },
    scenario: {
      taskCount: 2,
      overrides: ITEMS.map((feature) => ({
        feature,
        phase: 'impl' as const,
        alsoWrite: { [`../../../${codeOf(feature)}`]: `${feature}\n` },
        hold: 'all-in-impl',
      })),
    },
  })
  world.put('src/.keep', '')
  for (let at = 1; at <= FILES; at += 1) world.put(`many/${at}.txt`, `file ${at}\n`)
  world.git('add', 'src', 'many')
  world.git('commit', '-qm', 'many files')
  const items: SpecItem[] = []
  for (const name of ITEMS) items.push(await world.newQuick(name))
  world.put('mine.txt', 'of the person\n')
  world.put('many/1.txt', 'changed by the person\n')
  await world.open()
  for (const item of items) await world.host.coordinator.permit(item, { go: ['deploy'], nogo: [] })
  const before = manifest(world.folders.projectDir)
  const first = world.git('rev-parse', 'main')

  const runs = items.map((item) => world.run(item))
  const inImpl = () =>
    items.filter((item) =>
      entriesOf(world, item, 'step.started').some(({ phase }) => phase === 'impl'),
    )
  await expect.poll(() => inImpl().length, { timeout: 1_000_000 }).toBe(ITEMS.length)
  expect(manifest(world.folders.projectDir)).toEqual(before)
  world.mock.release('all-in-impl')
  for (const result of await Promise.all(runs)) expect(result).toMatchObject({ reason: 'done' })
  await world.host.coordinator.drain()

  const commits = world.git('rev-list', '--reverse', `${first}..main`).split('\n')
  expect(commits).toHaveLength(ITEMS.length)
  expect(world.git('rev-list', '--count', '--min-parents=2', 'main')).toBe('0')
  const landed = new Map(
    items.map((item) => [entriesOf(world, item, 'deploy.completed').at(-1)?.commit, item]),
  )
  for (const commit of commits) {
    const item = landed.get(commit)
    if (item === undefined) throw new Error(`${commit} is nobody's`)
    const checked = entriesOf(world, item, 'check.completed').at(-1)
    expect(checked).toMatchObject({ where: 'scratch', result: 'passed' })
    expect(checked?.tree).toBe(world.git('rev-parse', `${commit}^{tree}`))
    const changed = world.git('show', '--name-only', '--format=', commit).split('\n')
    expect(changed.filter((path) => !path.startsWith(`.kiro/specs/${item.name}/`))).toEqual([
      codeOf(item.name),
    ])
  }
  expect(world.git('fsck', '--no-dangling')).toBe('')
  expect(world.git('branch', '--list').trim()).toBe('* main')
  expect(world.git('worktree', 'list').split('\n')).toHaveLength(1)
  const digest = (name: string) => createHash('sha256').update(`${name}\n`).digest('hex')
  const added = Object.fromEntries(ITEMS.map((name) => [codeOf(name), digest(name)]))
  expect(manifest(world.folders.projectDir)).toEqual({ ...before, ...added })
}, 1_200_000)
