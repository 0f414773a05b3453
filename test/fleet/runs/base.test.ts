import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it, vi } from 'vitest'
import { specNamed } from '../../../src/contracts/work-item.ts'
import type { Config } from '../../../src/core/settings/config-schema.ts'
import type { MockScenario } from '../../../src/testkit/mock-cli/scenario-script.ts'
import { FleetWorld, REAL_LEASE } from '../world/fleet-world.ts'
import { WAIT } from '../world/wait.ts'

type Overrides = NonNullable<MockScenario['overrides']>

/** Deploys an item after someone else pushed to the base during its inspection. */
async function deployed(
  other: { file: string; text: string },
  overrides: Overrides = [],
  { settings = {}, lease = {} }: { settings?: Config; lease?: Partial<typeof REAL_LEASE> } = {},
) {
  const own: Overrides = [
    { phase: 'impl', alsoWrite: { '../../../app.txt': 'ours\n' } },
    { phase: 'inspection', hold: 'gate' },
  ]
  const world = await FleetWorld.make(settings, { overrides: [...own, ...overrides] }, lease)
  const one = await world.coordinator()
  const first = await world.worker(one, 'first')
  const item = await world.newQuick('login')
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
  return { world, one, first, [Symbol.asyncDispose]: () => world[Symbol.asyncDispose]() }
}

const subjects = (world: FleetWorld): string[] =>
  world.git(world.repository, 'log', '--first-parent', '--format=%s', 'main').split('\n')

it('what someone else pushed to the base stays, and the work comes after it', async () => {
  await using opened = await deployed({ file: 'other.txt', text: 'theirs\n' })
  const { world } = opened
  await world.entry(specNamed('login'), 'run.completed')
  expect(subjects(world).slice(1)).toEqual(['Meanwhile', 'The shop'])
  expect(world.git(world.repository, 'show', 'main:app.txt')).toBe('ours')
})

it('P4 a conflict that one worker has met is resolved and deployed by another', async () => {
  const merging = { phase: 'deploy', hold: 'merge', writesHere: { 'app.txt': 'both\n' } } as const
  const theirs = { file: 'app.txt', text: 'theirs\n' }
  await using opened = await deployed(theirs, [merging], { lease: REAL_LEASE })
  const { world, one, first } = opened
  await vi.waitFor(
    () => expect(world.agentCalls().map(({ phase }) => phase)).toContain('deploy'),
    WAIT,
  )
  await first.worker.stop()
  await world.worker(one, 'second')
  world.mock.release('merge')
  await world.entry(specNamed('login'), 'run.completed')
  expect(subjects(world).slice(1)).toEqual(['Meanwhile', 'The shop'])
  expect(world.git(world.repository, 'show', 'main:app.txt')).toBe('both')
  expect(world.git(world.repository, 'for-each-ref', 'refs/sdd/conflict')).toBe('')
})

it('P4 after three attempts you are asked, and what you push onto the branch is taken', async () => {
  await using opened = await deployed({ file: 'app.txt', text: 'theirs\n' })
  const { world, one } = opened
  const item = specNamed('login')
  expect(await world.entry(item, 'run.paused')).toMatchObject({ reason: 'conflict' })
  expect(world.agentCalls().filter(({ phase }) => phase === 'deploy')).toHaveLength(3)
  const clone = join(world.root, 'elsewhere')
  world.git(clone, 'fetch', '--quiet', 'origin')
  world.git(clone, 'checkout', '--quiet', 'feature/login')
  expect(() => world.git(clone, 'merge', '--quiet', 'main')).toThrow()
  writeFileSync(join(clone, 'app.txt'), 'resolved by me\n')
  world.git(clone, 'commit', '--quiet', '-am', 'Resolved')
  world.git(clone, 'push', '--quiet', 'origin', 'feature/login')
  const calledBy = { kind: 'person', via: 'cli' } as const
  await one.runs.command(world.ref(item), { type: 'resume', item, calledBy })
  await vi.waitFor(async () => expect(await world.types(item)).toContain('run.completed'), WAIT)
  expect(subjects(world).slice(1)).toEqual(['Meanwhile', 'The shop'])
  expect(world.git(world.repository, 'show', 'main:app.txt')).toBe('resolved by me')
  expect(world.agentCalls().filter(({ phase }) => phase === 'inspection')).toHaveLength(2)
})

it('a rebase that stops at a conflict stops the run and names the files; the base is untouched', async () => {
  await using opened = await deployed({ file: 'app.txt', text: 'theirs\n' }, [], {
    settings: { deploy: { strategy: 'rebase' } },
  })
  const { world } = opened
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
