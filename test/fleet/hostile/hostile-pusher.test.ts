import { existsSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it, vi } from 'vitest'
import type { SpecItem } from '../../../src/contracts/work-item.ts'
import { Mirrors } from '../../../src/fleet/git/mirrors.ts'
import { craftedTree, type CraftedEntry } from '../world/crafted-tree.ts'
import { FleetWorld } from '../world/fleet-world.ts'
import { WAIT } from '../world/wait.ts'

/** Two commits that conflict, made in a clone and pushed to nowhere but their own refs. */
function conflicting(world: FleetWorld): { base: string; tip: string } {
  const clone = join(world.root, 'attacker')
  world.git(world.root, 'clone', '--quiet', 'shop.git', 'attacker')
  const commit = (text: string): string => {
    world.git(clone, 'checkout', '--quiet', '--detach', 'origin/main')
    writeFileSync(join(clone, 'README.md'), text)
    world.git(clone, 'commit', '--quiet', '-am', text)
    return world.git(clone, 'rev-parse', 'HEAD')
  }
  const [base, tip] = [commit('one'), commit('other')]
  world.git(clone, 'push', '--quiet', 'origin', `${base}:refs/attack/1`, `${tip}:refs/attack/2`)
  return { base, tip }
}

/** A commit that looks like the conflict of an earlier step; its tree leads out of any folder. */
function pushConflict(world: FleetWorld): void {
  const { base, tip } = conflicting(world)
  const file = { mode: '100644', name: 'owned', content: 'owned\n' } as const
  const home = { mode: '120000', name: 'lib', content: world.root } as const
  const up = (depth: number): CraftedEntry =>
    depth === 0 ? file : { mode: '40000', name: '..', content: [up(depth - 1)] }
  const inLib = { mode: '40000', name: 'lib', content: [file] } as const
  const tree = craftedTree(world.repository, [up(9), home, inLib])
  const note = { strategy: 'squash', base, tip, message: 'x', files: ['README.md'], left: tree }
  const args = ['commit-tree', tree, '-p', base, '-p', tip, '-m', JSON.stringify(note)]
  const commit = world.git(world.repository, ...args)
  world.git(world.repository, 'update-ref', 'refs/sdd/conflict/spec/login', commit)
}

const subjects = (world: FleetWorld): string[] =>
  world.git(world.repository, 'log', '--first-parent', '--format=%s', 'main').split('\n')

/** A run that holds before its inspection, and deploys once the gate is released. */
async function beforeDeploy(): Promise<{ world: FleetWorld; item: SpecItem } & AsyncDisposable> {
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
  const item = await world.newQuick('login')
  await world.start(one, item, { go: ['deploy'] })
  await vi.waitFor(
    () => expect(world.agentCalls().map(({ phase }) => phase)).toContain('inspection'),
    WAIT,
  )
  return { world, item, [Symbol.asyncDispose]: () => world[Symbol.asyncDispose]() }
}

async function deploysOurs(world: FleetWorld, item: SpecItem): Promise<void> {
  world.mock.release('gate')
  await world.entry(item, 'run.completed')
  expect(subjects(world)).toHaveLength(2)
  expect(world.git(world.repository, 'show', 'main:app.txt')).toBe('ours')
}

it('F11 a conflict that no step of the item has left is not taken: nothing is written outside the worktree', async () => {
  await using opened = await beforeDeploy()
  const { world, item } = opened
  pushConflict(world)
  await deploysOurs(world, item)
  expect(existsSync(join(world.root, 'owned'))).toBe(false)
  expect(world.git(world.repository, 'for-each-ref', 'refs/sdd/conflict')).toBe('')
})

it('F11 whoever moves or deletes the refs of an item changes nothing about its work', async () => {
  await using opened = await beforeDeploy()
  const { world, item } = opened
  const { tip } = conflicting(world)
  world.git(world.repository, 'update-ref', 'refs/sdd/ready/spec/login', tip)
  world.git(world.repository, 'update-ref', '-d', 'refs/sdd/work/spec/login')
  await deploysOurs(world, item)
})

it('F11 a link where worktrees are made leads nowhere: nothing is made behind it', async () => {
  await using world = await FleetWorld.make()
  const [clone, victim] = [join(world.root, 'clone'), join(world.root, 'victim')]
  mkdirSync(victim)
  world.git(world.root, 'clone', '--quiet', 'shop.git', 'clone')
  mkdirSync(join(clone, '.kiro', 'worktrees'), { recursive: true })
  symlinkSync(victim, join(clone, '.kiro', 'worktrees', 'specs'))
  world.git(clone, 'add', '--force', '.')
  world.git(clone, 'commit', '--quiet', '-m', 'A link')
  world.git(clone, 'push', '--quiet', 'origin', 'main')
  const one = await world.coordinator()
  await world.worker(one, 'first')
  const item = await world.newQuick('login')
  await world.start(one, item, { go: ['deploy'] })
  const failed = await world.entry(item, 'run.failed')
  expect(failed.message).toContain('is a link')
  expect(readdirSync(victim)).toEqual([])
})

it('F11 objects that git itself would not make are not fetched, and stop the work on their branch alone', async () => {
  await using world = await FleetWorld.make()
  const tree = craftedTree(world.repository, [
    {
      mode: '40000',
      name: '..',
      content: [{ mode: '100644', name: 'owned', content: 'owned\n' }],
    },
  ])
  const bad = world.git(world.repository, 'commit-tree', tree, '-p', 'main', '-m', 'Bad')
  world.git(world.repository, 'update-ref', 'refs/heads/feature/other', bad)
  const mirrors = new Mirrors(join(world.root, 'mirrors'), world.env)
  await expect(mirrors.with(world, bad)).rejects.toThrow(/hasDotdot/)
  const one = await world.coordinator()
  await world.worker(one, 'first')
  const item = await world.newSpec('login')
  await world.start(one, item, ['design'])
  await world.entry(item, 'run.completed')
})
