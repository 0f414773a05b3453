import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { specNamed } from '../../../src/contracts/work-item.ts'
import { ProjectWorld } from '../../../src/testkit/worlds/project-world.ts'
import { HostProcess } from '../../kill9/host-process.ts'
import { agentsOf } from '../flows/flow-world.ts'

const ALPHA = specNamed('alpha')

interface Note {
  act: 'write' | 'fsync' | 'fdatasync' | 'rename' | 'become' | 'launch'
  path: string
}

/** What a host did to the disk during a whole run, in order. */
async function played(world: ProjectWorld): Promise<Note[]> {
  const spec = await world.newSpec('alpha')
  // As in another tool's project: the observed host itself creates the journal.
  rmSync(join(world.specDir(spec), 'event-log.jsonl'), { force: true })
  const notes = join(world.root, 'disk-notes.jsonl')
  await using host = new HostProcess(world, { begin: { command: 'start', item: spec }, notes })
  expect(await host.line('result')).toMatchObject({ result: { status: 'completed' } })
  await host.line('closed')
  const lines = readFileSync(notes, 'utf8').trimEnd().split('\n')
  return lines.map((line) => JSON.parse(line) as Note)
}

const isSync = ({ act }: Note): boolean => act === 'fsync' || act === 'fdatasync'

describe('what must survive a power cut', () => {
  it('X13 is really synced: the journal and its folder before any launch, spec.json before it is replaced', async () => {
    await using world = new ProjectWorld()
    const done = await played(world)
    const dir = world.specDir(ALPHA)
    const journal = join(dir, 'event-log.jsonl')
    const launches = done.flatMap(({ act }, index) => (act === 'launch' ? [index] : []))
    expect(launches).toHaveLength(agentsOf(world, ALPHA).length)
    for (const launch of launches) {
      const last = done.slice(0, launch).findLast(({ path }) => path === journal)
      expect(last).toBeDefined()
      expect(last).toSatisfy(isSync)
    }
    const first = done.slice(0, launches[0])
    expect(first.some((note) => note.path === dir && note.act === 'fsync')).toBe(true)

    const replaced = done.flatMap(({ act, path }, index) =>
      act === 'become' && path === join(dir, 'spec.json') ? [index - 1] : [],
    )
    expect(replaced.length).toBeGreaterThan(1)
    for (const index of replaced) {
      const temporary = done[index]?.path
      const last = done.slice(0, index).findLast(({ path }) => path === temporary)
      expect(last).toMatchObject({ act: 'fsync' })
      const explained = done.slice(0, index).findLast(({ path }) => path === journal)
      expect(explained).toSatisfy(isSync)
    }
  })
})
