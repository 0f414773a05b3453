import { SUCCEEDED } from '../../../src/contracts/launch/agent-outcomes.ts'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import type { AgentId } from '../../../src/contracts/ids.ts'
import { NotCurrent, type GivenStep } from '../../../src/fleet/gateway/worker-calls.ts'
import { Mirrors } from '../../../src/fleet/git/mirrors.ts'
import { PushRefused } from '../../../src/fleet/git/branch-push.ts'
import { ItemWorkspace } from '../../../src/fleet/worker/item-workspace.ts'
import type { StepEnd } from '../../../src/host/ports/step-runner.ts'
import { FleetWorld } from '../world/fleet-world.ts'

/** The first step of a new item, as one worker after another is given it. */
async function givenStep(world: FleetWorld): Promise<GivenStep> {
  const one = await world.coordinator()
  await world.start(one, await world.newSpec('login'))
  const { rows } = await world.database.pool.query<{ request: string }>(
    'select request from sdd.attempts',
  )
  const request = JSON.parse(rows[0]?.request ?? '') as GivenStep['request']
  const { repository } = world
  const files = { record: '{}', comments: '[]' }
  const given = { outputs: {}, settings: '{}', refs: {}, waitedMs: 0 }
  return { request, repository, base: 'main', head: null, ...files, ...given }
}

/** Opens the workspace as that worker would, for an attempt of its own. */
function openOn(
  world: FleetWorld,
  { worker, verify = () => Promise.resolve() }: { worker: string; verify?: () => Promise<void> },
  given: GivenStep,
): Promise<ItemWorkspace> {
  const folder = join(world.root, worker)
  const mirrors = new Mirrors(join(folder, 'mirrors'), world.env)
  const request = structuredClone(given.request)
  request.launch.key.agentId = `agent_x_1_${worker.length}` as AgentId
  return ItemWorkspace.open(
    { mirrors, folder, env: world.env, assertCurrent: verify },
    { ...given, request },
  )
}

const write = ({ dir }: ItemWorkspace, text: string): void =>
  writeFileSync(join(dir, 'work.txt'), text)

const workOn = (world: FleetWorld, branch: string): string =>
  world.git(world.repository, 'show', `${branch}:work.txt`)

const DONE: StepEnd = {
  outcome: SUCCEEDED,
  ranMs: 0,
}

const NEVER_AWAY = (): Promise<void> => Promise.reject(new Error('the repository is there'))

it('F3 git itself refuses the push of an attempt when another has begun', async () => {
  await using world = await FleetWorld.make()
  const given = await givenStep(world)
  const late = await openOn(world, { worker: 'a' }, given)
  const next = await openOn(world, { worker: 'bb' }, given)
  write(late, 'late')
  await expect(late.finish(DONE, NEVER_AWAY)).rejects.toBeInstanceOf(PushRefused)
  write(next, 'next')
  await next.finish(DONE, NEVER_AWAY)
  expect(workOn(world, 'feature/login')).toBe('next')
  await expect(late.finish(DONE, NEVER_AWAY)).rejects.toBeInstanceOf(PushRefused)
  expect(workOn(world, 'feature/login')).toBe('next')
})

it('F3 an attempt that is another worker’s by then begins nothing', async () => {
  await using world = await FleetWorld.make()
  const given = await givenStep(world)
  const next = await openOn(world, { worker: 'bb' }, given)
  write(next, 'next')
  await next.finish(DONE, NEVER_AWAY)
  const lost = (): Promise<void> => Promise.reject(new NotCurrent('agent_x_1_1'))
  await expect(openOn(world, { worker: 'a', verify: lost }, given)).rejects.toBeInstanceOf(
    NotCurrent,
  )
  expect(workOn(world, 'feature/login')).toBe('next')
})

it('F3 the branch that was there when the attempt still stood is what it moves, and no other', async () => {
  await using world = await FleetWorld.make()
  const given = await givenStep(world)
  const meanwhile = async (): Promise<void> => {
    const next = await openOn(world, { worker: 'bb' }, given)
    write(next, 'next')
    await next.finish(DONE, NEVER_AWAY)
  }
  await expect(openOn(world, { worker: 'a', verify: meanwhile }, given)).rejects.toBeInstanceOf(
    PushRefused,
  )
  expect(workOn(world, 'feature/login')).toBe('next')
})

it('F2 a push whose report never came is dropped by the next attempt', async () => {
  await using world = await FleetWorld.make()
  const given = await givenStep(world)
  const killed = await openOn(world, { worker: 'a' }, given)
  write(killed, 'unreported')
  await killed.finish(DONE, NEVER_AWAY)
  const next = await openOn(world, { worker: 'bb' }, given)
  write(next, 'reported')
  const { head } = await next.finish(DONE, NEVER_AWAY)
  expect(workOn(world, head)).toBe('reported')
  const log = world.git(world.repository, 'log', '--format=%s', 'feature/login')
  expect(log.split('\n')).toEqual(['login: requirements', 'The shop'])
})

it('what agents write into the record stays behind', async () => {
  await using world = await FleetWorld.make()
  const opened = await openOn(world, { worker: 'a' }, await givenStep(world))
  writeFileSync(join(opened.dir, '.kiro/specs/login/spec.json'), '{"budget":{}}')
  writeFileSync(join(opened.dir, '.kiro/specs/login/design.md'), '# Design\n')
  const { head } = await opened.finish(DONE, NEVER_AWAY)
  const files = world.git(world.repository, 'ls-tree', '-r', '--name-only', head)
  expect(files.split('\n')).toEqual(['.kiro/specs/login/design.md', 'README.md'])
})
