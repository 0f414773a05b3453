import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import type { JournalType } from '../../../src/contracts/journal.ts'
import type { WorkItem } from '../../../src/contracts/work-item.ts'
import { RepositoryWorld } from '../../../src/testkit/worlds/repository-world.ts'
import { agentsOf, entriesOf, specAt } from '../flows/flow-world.ts'
import { afterEntry, playDeploy } from './deploy-play.ts'

interface Kind {
  kind: string
  make: (world: RepositoryWorld) => Promise<WorkItem>
  verdict: JournalType
  /** The agents before the deploy, and the one that judges again. */
  before: string[]
  again: string
}

const KINDS: Kind[] = [
  {
    kind: 'spec',
    make: (world) => specAt(world, 'login', 'impl'),
    verdict: 'inspection.completed',
    before: ['impl', 'inspection 1'],
    again: 'inspection 2',
  },
  {
    kind: 'bug',
    make: (world) => world.newBug('login'),
    verdict: 'verification.completed',
    before: ['analyze', 'fix', 'verify 1'],
    again: 'verify 2',
  },
]

/** Passes on the branch and on the base, but not on both together until they fit. */
const TOGETHER =
  'test ! -e base.txt || test -e fits.txt || { echo base and work do not fit; exit 3; }'

async function unfitWorld({ make, verdict }: Kind, repairs: string) {
  const world = new RepositoryWorld({
    scenario: {
      overrides: [
        { phase: 'impl', alsoWrite: { '../../../src.txt': 'work\n' } },
        { phase: 'fix', alsoWrite: { '../../../src.txt': 'work\n' } },
      ],
    },
    config: { checks: [{ name: 'together', command: ['sh', '-c', TOGETHER] }] },
  })
  const noted = playDeploy(world, repairs)
  const item = await make(world)
  await world.open()
  await world.host.coordinator.permit(item, { go: ['deploy'], nogo: [] })
  afterEntry(world, verdict, () => {
    world.put('base.txt', 'base\n')
    world.git('add', 'base.txt')
    world.git('commit', '-qm', 'meanwhile')
  })
  return { world, item, noted, [Symbol.asyncDispose]: () => world[Symbol.asyncDispose]() }
}

const subjects = (world: RepositoryWorld): string[] =>
  world.git('log', '--format=%s', 'main').split('\n')

it.each(KINDS)(
  'P1 P8 what fails only together with the newest base is repaired on the branch, judged again and merged ($kind)',
  async (kind) => {
    await using opened = await unfitWorld(kind, 'test -e base.txt && echo yes > fits.txt')
    const { world, item, noted } = opened
    expect(await world.run(item)).toMatchObject({ status: 'completed', reason: 'done' })

    expect(entriesOf(world, item, 'deploy.repair-started')).toMatchObject([
      { attempt: 1, checks: ['together'] },
    ])
    expect(noted()).toHaveLength(1)
    expect(noted()[0]).toMatch(/^repair .*\/\.kiro\/worktrees\/(specs|bugs)\/login$/)
    const step = entriesOf(world, item, 'step.started').find(({ mode }) => mode === 'repair')
    const agent = join(world.folders.agentsDir, step?.agentId ?? '')
    const prompt = readFileSync(join(agent, 'prompt.md'), 'utf8')
    expect(prompt).toContain('base and work do not fit')
    expect(prompt).toContain('# Fit `login` to the newest base branch')
    expect(prompt).not.toContain('<<<<<<<')
    expect(agentsOf(world, item)).toEqual([...kind.before, kind.again])

    expect(subjects(world)).toHaveLength(3)
    expect(subjects(world).slice(1)).toEqual(['meanwhile', 'first'])
    expect(world.git('ls-tree', '--name-only', 'main').split('\n')).toEqual(
      expect.arrayContaining(['base.txt', 'fits.txt', 'src.txt']),
    )
    const checked = entriesOf(world, item, 'check.completed').at(-1)
    expect(checked).toMatchObject({
      where: 'scratch',
      result: 'passed',
      tree: world.git('rev-parse', 'main^{tree}'),
    })
    expect(existsSync(world.worktree(item))).toBe(false)
    expect(world.git('fsck', '--no-dangling')).toBe('')
  },
)

it('P1 after three repairs that do not help the user is asked, whose repair on the branch is taken', async () => {
  const [kind] = KINDS
  if (kind === undefined) throw new Error('no kind')
  await using opened = await unfitWorld(kind, ':')
  const { world, item, noted } = opened
  expect(await world.run(item)).toMatchObject({ status: 'paused', reason: 'not-verified' })
  expect(noted()).toHaveLength(3)
  expect(entriesOf(world, item, 'run.paused').at(-1)?.detail).toMatch(
    /together with the newest base, even after 3 repairs by agents: together/,
  )
  expect(agentsOf(world, item)).toEqual(kind.before)
  expect(subjects(world)).toEqual(['meanwhile', 'first'])

  world.put('fits.txt', 'by me\n', world.worktree(item))
  expect(await world.resume(item)).toMatchObject({ status: 'completed', reason: 'done' })
  expect(agentsOf(world, item)).toEqual([...kind.before, kind.again])
  expect(world.git('show', 'main:fits.txt')).toBe('by me')
})
