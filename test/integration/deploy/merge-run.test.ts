import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import type { Config } from '../../../src/core/settings/config-schema.ts'
import type { MockScenario } from '../../../src/testkit/mock-cli/scenario-script.ts'
import { RepositoryWorld } from '../../../src/testkit/worlds/repository-world.ts'
import { agentsOf, entriesOf, specAt } from '../flows/flow-world.ts'

/** What an impl agent writes besides ticking boxes; relative to the item's folder. */
const CODE = { '../../../src.txt': 'written by impl\n' }

async function deployingWorld(scenario: MockScenario = {}, config: Config = {}) {
  const world = new RepositoryWorld({
    scenario: {
      ...scenario,
      overrides: [{ phase: 'impl', alsoWrite: CODE }, ...(scenario.overrides ?? [])],
    },
    config,
  })
  const item = await specAt(world, 'login', 'impl')
  await world.open()
  await world.host.coordinator.permit(item, { go: ['deploy'], nogo: [] })
  return { world, item, [Symbol.asyncDispose]: () => world[Symbol.asyncDispose]() }
}

const passing = { name: 'test', command: ['test', '-f', 'src.txt'] }

it('P1 P9 P10 V1 a spec runs from tasks to merged: checked as it becomes the base, then cleaned up', async () => {
  await using opened = await deployingWorld({}, { checks: [passing] })
  const { world, item } = opened
  expect(await world.run(item)).toMatchObject({ status: 'completed', reason: 'done' })

  const [merged] = entriesOf(world, item, 'deploy.completed')
  expect(merged?.commit).toBe(world.git('rev-parse', 'main'))
  expect(world.git('log', '--format=%s', 'main').split('\n')).toEqual([
    'login: A small feature',
    'first',
  ])
  expect(world.git('show', 'main:src.txt')).toBe('written by impl')
  expect(readFileSync(join(world.folders.projectDir, 'src.txt'), 'utf8')).toBe('written by impl\n')
  expect(world.git('ls-tree', '-r', '--name-only', 'main')).not.toMatch(/spec\.json|event-log/)

  const checks = entriesOf(world, item, 'check.completed')
  expect(checks.map(({ where, result }) => `${where} ${result}`)).toEqual([
    'workspace passed',
    'scratch passed',
  ])
  expect(checks.at(-1)?.tree).toBe(world.git('rev-parse', 'main^{tree}'))
  expect(world.spec(item)['phase']).toBe('deploy-complete')
  expect(existsSync(world.worktree(item))).toBe(false)
  expect(world.git('branch', '--list', 'feature/*')).toBe('')
  expect(world.git('fsck', '--strict')).not.toMatch(/error|corrupt/)

  // An earlier deploy must not count for later work.
  world.put('src.txt', 'changed by hand\n')
  const again = await world.follow(item, () => world.host.coordinator.runPhase(item, 'deploy'))
  expect(again).toMatchObject({ status: 'paused', reason: 'not-verified' })
  expect(entriesOf(world, item, 'deploy.completed')).toHaveLength(1)
})

it('I1 V2 NOGO is fixed and merged; a failing check is told to the next impl agent first', async () => {
  const second = { ...CODE, '../../../fixed.txt': 'yes\n' }
  await using opened = await deployingWorld(
    {
      verdicts: ['NOGO', 'GO'],
      overrides: [{ phase: 'impl', call: 2, alsoWrite: second }],
    },
    {
      checks: [
        {
          name: 'fixed',
          command: ['sh', '-c', 'test -f fixed.txt || { echo no fix here; exit 3; }'],
        },
      ],
    },
  )
  const { world, item } = opened
  expect(await world.run(item)).toMatchObject({ status: 'completed', reason: 'done' })
  expect(agentsOf(world, item)).toEqual(['impl', 'impl', 'inspection 1', 'impl 1', 'inspection 2'])
  expect(entriesOf(world, item, 'impl.rerun')).toMatchObject([{ failing: ['fixed'] }])
  const [, again] = entriesOf(world, item, 'step.started')
  const prompt = readFileSync(
    join(world.folders.agentsDir, again?.agentId ?? '', 'prompt.md'),
    'utf8',
  )
  expect(prompt).toContain('no fix here')
  expect(prompt).toMatch(/fixed.*3/)
  expect(world.git('show', 'main:fixed.txt')).toBe('yes')
})

it('V2 a check that never passes ends in impl-limit, and the words name it', async () => {
  await using opened = await deployingWorld({}, { checks: [{ name: 'never', command: ['false'] }] })
  const { world, item } = opened
  expect(await world.run(item)).toMatchObject({ status: 'error', reason: 'impl-limit' })
  expect(agentsOf(world, item)).toHaveLength(8)
  const [failed] = entriesOf(world, item, 'run.failed')
  expect(failed?.detail).toMatch(/never \(exit code 1\)/)
  expect(world.git('log', '--format=%s', 'main')).toBe('first')
})

it('P8 code that changed after its inspection is not deployed; it is inspected again first', async () => {
  await using opened = await deployingWorld({
    overrides: [{ phase: 'inspection', call: 1, alsoWrite: { '../../../late.txt': 'late\n' } }],
  })
  const { world, item } = opened
  expect(await world.run(item)).toMatchObject({ status: 'paused', reason: 'not-verified' })
  expect(world.git('log', '--format=%s', 'main')).toBe('first')
  expect(await world.resume(item)).toMatchObject({ status: 'completed', reason: 'done' })
  expect(agentsOf(world, item).at(-1)).toBe('inspection 2')
  expect(world.git('show', 'main:late.txt')).toBe('late')
})

it('P5 a dirty file that the merge would overwrite pauses the deploy before the base moves', async () => {
  await using opened = await deployingWorld({
    overrides: [{ phase: 'impl', alsoWrite: { '../../../app.txt': 'two\n' } }],
  })
  const { world, item } = opened
  world.put('app.txt', 'mine\n')
  expect(await world.run(item)).toMatchObject({ status: 'paused', reason: 'workspace' })
  expect(world.git('log', '--format=%s', 'main')).toBe('first')
  expect(readFileSync(join(world.folders.projectDir, 'app.txt'), 'utf8')).toBe('mine\n')
  world.git('checkout', '-q', 'app.txt')
  expect(await world.resume(item)).toMatchObject({ status: 'completed', reason: 'done' })
  expect(readFileSync(join(world.folders.projectDir, 'app.txt'), 'utf8')).toBe('two\n')
})

it('P6 without a worktree the host commits what the run changed; what was dirty before stays dirty', async () => {
  await using opened = await deployingWorld({}, { worktree: false, checks: [passing] })
  const { world, item } = opened
  world.put('mine.txt', 'mine\n')
  expect(await world.run(item)).toMatchObject({ status: 'completed', reason: 'done' })
  expect(world.git('show', '--name-only', '--format=', 'HEAD').split('\n')).toContain('src.txt')
  expect(world.git('status', '--porcelain', 'mine.txt')).toBe('?? mine.txt')
  expect(world.spec(item)['phase']).toBe('deploy-complete')
})

it('W the setup of a worktree runs once before the first agent; its failure stops the launch', async () => {
  await using opened = await deployingWorld(
    {},
    { worktree: { setup: ['sh', '-c', 'test -f go || exit 5'] } },
  )
  const { world, item } = opened
  expect(await world.run(item)).toMatchObject({ status: 'paused', reason: 'workspace' })
  expect(agentsOf(world, item)).toEqual([])
  world.put('go', '', world.worktree(item))
  expect(await world.resume(item)).toMatchObject({ status: 'completed', reason: 'done' })
  const setups = entriesOf(world, item, 'check.completed').filter(
    ({ purpose }) => purpose === 'setup',
  )
  expect(setups.map(({ result }) => result)).toEqual(['failed', 'passed'])
})
