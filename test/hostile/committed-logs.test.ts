import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { bugItem, specNamed } from '../../src/contracts/work-item.ts'
import { readManyStatuses, readStatuses } from '../../src/host/items/spec-status.ts'
import { ProjectWorld } from '../../src/testkit/worlds/project-world.ts'
import { randomOf } from '../random.ts'
import { seed } from '../seed.ts'

const FOLDER = join(import.meta.dirname, '..', 'journals')
const JOURNALS = readdirSync(FOLDER)
  .filter((name) => name.endsWith('.jsonl'))
  .map((name) => readFileSync(join(FOLDER, name), 'utf8'))
const ODD = [null, -996, 1e308, '', '../../evil', [], {}, true, 'run.reset', '__proto__']

/** Puts something odd in the place of one value, anywhere in one line. */
function mutated(log: string, random: () => number): string {
  const lines = log.split('\n').slice(0, -1)
  const pick = <T>(all: readonly T[]): T => all[Math.floor(random() * all.length)] as T
  const index = Math.floor(random() * lines.length)
  const value = JSON.parse(lines[index] ?? '{}') as Record<string, unknown>
  let place = value
  for (;;) {
    const key = pick(Object.keys(place))
    const inner = place[key]
    if (typeof inner === 'object' && inner !== null && Object.keys(inner).length > 0)
      place = inner as Record<string, unknown>
    else {
      place[key] = pick(ODD)
      break
    }
  }
  lines[index] = JSON.stringify(value)
  return `${lines.join('\n')}\n`
}

describe('event logs that came with a repository', () => {
  it('T10 with odd values in any place leave every other item, and the list, as they are', async () => {
    await using world = new ProjectWorld()
    const spec = await world.newSpec('hostile')
    const good = await world.newSpec('good')
    const bug = bugItem(specNamed('hostile').name)
    mkdirSync(world.specDir(bug), { recursive: true })
    world.write(bug, 'report.md', '# Report\n')
    mkdirSync(join(world.folders.projectDir, '.git'))
    const random = randomOf(seed)
    for (let round = 0; round < 100; round++) {
      const log = mutated(JOURNALS[round % JOURNALS.length] ?? '', random)
      for (const item of [spec, bug])
        writeFileSync(join(world.specDir(item), 'event-log.jsonl'), log)
      const { statuses } = readManyStatuses(world.folders)
      const bugs = readStatuses(world.folders, 'bug')
      expect(statuses.map(({ item }) => item.name).toSorted(), log).toEqual(['good', 'hostile'])
      for (const { usage, item, problem } of [...statuses, ...bugs]) {
        expect(usage.costUsd ?? 0, log).toBeGreaterThanOrEqual(0)
        if (item.name === good.name) expect(problem).toBeNull()
      }
    }
  })

  it.each(['workflow.followed', 'workspace.created'])(
    'T10 with an invalid %s are listed like the others',
    async (type) => {
      await using world = new ProjectWorld()
      const spec = await world.newSpec('hostile')
      await world.newSpec('good')
      const stamp = { seq: 2, time: '2026-01-01T00:00:00.000Z', type, level: 'info', message: '' }
      const line = { ...stamp, workflow: 'evil', path: 7, branch: null, base: {}, from: [] }
      const after = { ...stamp, seq: 3, type: 'verdict.outdated' }
      const log = `${JSON.stringify(line)}\n${JSON.stringify(after)}\n`
      world.write(spec, 'event-log.jsonl', log)
      mkdirSync(join(world.folders.projectDir, '.git'))
      expect(readManyStatuses(world.folders).statuses).toHaveLength(2)
      expect(readStatuses(world.folders, 'spec')).toHaveLength(2)
    },
  )
})
