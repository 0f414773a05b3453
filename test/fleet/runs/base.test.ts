import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it, vi } from 'vitest'
import { specNamed } from '../../../src/contracts/work-item.ts'
import { FleetWorld } from '../world/fleet-world.ts'

const WAIT = { timeout: 250_000, interval: 20 }

/** Someone else pushes to the base while an item is inspected, which is deployed then. */
async function deployed(other: { file: string; text: string }): Promise<FleetWorld> {
  const world = await FleetWorld.make(
    {},
    {
      overrides: [
        { phase: 'impl', alsoWrite: { '../../../app.txt': 'ours\n' } },
        { phase: 'inspection', hold: 'gate' },
      ],
    },
  )
  const one = await world.coordinator()
  await world.worker(one, 'first')
  const item = await world.newSpec('login')
  await world.start(one, item, { go: ['deploy'] })
  await vi.waitFor(
    () => expect(world.agentCalls().map(({ phase }) => phase)).toContain('inspection'),
    WAIT,
  )
  world.git(world.root, 'clone', '--quiet', 'shop.git', 'elsewhere')
  const clone = join(world.root, 'elsewhere')
  writeFileSync(join(clone, other.file), other.text)
  world.git(clone, 'add', '.')
  world.git(clone, 'commit', '--quiet', '-m', 'Meanwhile')
  world.git(clone, 'push', '--quiet', 'origin', 'main')
  world.mock.release('gate')
  return world
}

const subjects = (world: FleetWorld): string[] =>
  world.git(world.repository, 'log', '--first-parent', '--format=%s', 'main').split('\n')

it('what someone else pushed to the base stays, and the work comes after it', async () => {
  await using world = await deployed({ file: 'other.txt', text: 'theirs\n' })
  await world.entry(specNamed('login'), 'run.completed')
  expect(subjects(world).slice(1)).toEqual(['Meanwhile', 'The shop'])
  expect(world.git(world.repository, 'show', 'main:app.txt')).toBe('ours')
})

it('a conflict with the base stops the run and names the files; the base is untouched', async () => {
  await using world = await deployed({ file: 'app.txt', text: 'theirs\n' })
  const ended = await vi.waitFor(async () => {
    const found = (await world.journal(specNamed('login'))).find(
      ({ type }) => type === 'run.paused' || type === 'run.failed',
    )
    if (found === undefined) throw new Error('it runs')
    return found
  }, WAIT)
  expect(ended.message).toContain('app.txt')
  expect(subjects(world)).toEqual(['Meanwhile', 'The shop'])
})
