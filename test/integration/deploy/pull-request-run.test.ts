import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import type { WorkItem } from '../../../src/contracts/work-item.ts'
import type { ProjectWorld } from '../../../src/testkit/worlds/project-world.ts'
import { RepositoryWorld } from '../../../src/testkit/worlds/repository-world.ts'
import { ScriptedForge } from '../../../src/testkit/scripted-forge.ts'
import { agentsOf, entriesOf, specAt } from '../flows/flow-world.ts'

const SDD = fileURLToPath(new URL('../../../dist/cli/main.js', import.meta.url))
const CODE = { '../../../src.txt': 'first\n' }
const MORE = { '../../../src.txt': 'as the review asked\n' }
const GO = { go: ['deploy' as const], nogo: [] }

async function publishedWorld(kind: 'github' | 'gitlab' = 'github') {
  const world = new RepositoryWorld({
    scenario: {
      overrides: [
        { phase: 'impl', alsoWrite: CODE },
        { phase: 'impl', call: 2, alsoWrite: MORE },
        { phase: 'fix', alsoWrite: CODE },
      ],
    },
    config: {
      checks: [{ name: 'test', command: ['test', '-f', 'src.txt'] }],
      deploy: { mode: 'pull-request' },
    },
  })
  const forge = new ScriptedForge(world.root, kind)
  world.more = forge.env
  world.git('remote', 'add', 'origin', forge.url)
  await world.open()
  return { world, forge, [Symbol.asyncDispose]: () => world[Symbol.asyncDispose]() }
}

async function rowOf(world: ProjectWorld, { kind, name }: WorkItem) {
  const board = await world.host.call('board', {})
  if (!board.ok) throw new Error('no board')
  return board.value.rows.find(({ item }) => item.kind === kind && item.name === name)
}

/** The output of an `sdd` command with `--json`. */
function printed(world: ProjectWorld, ...words: string[]): unknown {
  const args = [SDD, ...words, '--json', '--project', world.folders.projectDir]
  return JSON.parse(execFileSync(process.execPath, args, { env: world.env, encoding: 'utf8' }))
}

it('P7 a run ends with a pull request: its address is in row and status, and the next deploy updates it', async () => {
  await using opened = await publishedWorld()
  const { world, forge } = opened
  const item = await specAt(world, 'login', 'impl')
  await world.host.coordinator.permit(item, GO)

  expect(await world.run(item)).toMatchObject({ status: 'completed', reason: 'done' })
  const deploy = { state: 'done', url: forge.address, commit: forge.tipOf('feature/login') }
  expect(await rowOf(world, item)).toMatchObject({ deploy, deployMode: 'pull-request' })
  expect(printed(world, 'status', 'login')).toMatchObject({ deploy })
  expect(world.spec(item)['phase']).toBe('deploy-complete')
  expect(forge.log()).toContain('[--title=login: A small feature]')
  expect(forge.log()).toContain('- tasks: 4 of 4 done\n- inspection 1: GO\n- check test: passed\n')
  // The user merges it: base, branch and worktree stay as they are.
  expect(world.git('log', '--format=%s', 'main')).toBe('first')
  expect(existsSync(world.worktree(item))).toBe(true)

  const again = () => world.host.coordinator.retryFrom(item, 'impl')
  expect(await world.follow(item, again)).toMatchObject({ status: 'completed', reason: 'done' })
  expect(agentsOf(world, item)).toEqual(['impl', 'inspection 1', 'impl', 'inspection 2'])
  expect(forge.log().match(/\[create\]/g)).toHaveLength(1)
  expect(forge.log()).toContain('[pr]\n[edit]\n[7]\n')
  const tip = world.git('rev-parse', 'feature/login')
  expect(forge.tipOf('feature/login')).toBe(tip)
  expect(world.git('show', `${tip}:src.txt`)).toBe('as the review asked')
  expect(await rowOf(world, item)).toMatchObject({ deploy: { ...deploy, commit: tip } })
})

it('P7 a program that fails pauses the deploy with its words and the remedy; a resume continues there', async () => {
  await using opened = await publishedWorld()
  const { world, forge } = opened
  const item = await specAt(world, 'login', 'impl')
  await world.host.coordinator.permit(item, GO)
  forge.fails('run gh auth login')

  expect(await world.run(item)).toMatchObject({ status: 'paused', reason: 'workspace' })
  expect(entriesOf(world, item, 'run.paused').at(-1)?.detail).toMatch(
    /gh pr list .*run gh auth login.*then resume/,
  )
  expect(entriesOf(world, item, 'deploy.completed')).toEqual([])
  expect(await rowOf(world, item)).toMatchObject({ deploy: { state: 'paused', url: null } })
  expect(world.git('show', 'feature/login:src.txt')).toBe('first')

  forge.works()
  expect(await world.resume(item)).toMatchObject({ status: 'completed', reason: 'done' })
  expect(agentsOf(world, item)).toEqual(['impl', 'inspection 1'])
  expect(await rowOf(world, item)).toMatchObject({ deploy: { state: 'done', url: forge.address } })
})

it('P7 B5 a bug ends with one too, at a gitlab with glab', async () => {
  await using opened = await publishedWorld('gitlab')
  const { world, forge } = opened
  const bug = await world.newBug('double-charge')
  await world.host.bugs.permit(bug, GO)
  expect(await world.run(bug)).toMatchObject({ status: 'completed', reason: 'done' })
  expect(await rowOf(world, bug)).toMatchObject({ deploy: { state: 'done', url: forge.address } })
  expect(printed(world, 'bug', 'status', 'double-charge')).toMatchObject({
    bug: 'double-charge',
    deploy: { url: forge.address, commit: forge.tipOf('bugfix/double-charge') },
  })
  expect(forge.log()).toMatch(/- verification 1: VERIFIED\n- check test: passed/)
})
