import { expect, it } from 'vitest'
import { RepositoryWorld } from '../../../src/testkit/worlds/repository-world.ts'
import { agentsOf, refusal, specAt } from '../flows/flow-world.ts'

it('V4 a program of worktree.setup that is not there refuses the run before anything starts', async () => {
  await using world = new RepositoryWorld({
    config: { worktree: { setup: ['no-such-installer', 'ci'] } },
  })
  const item = await world.newSpec('login')
  await world.open()
  expect(refusal(await world.host.coordinator.start(item))).toEqual({
    code: 'COMMAND_MISSING',
    setting: 'worktree.setup',
    program: 'no-such-installer',
  })
  expect(agentsOf(world, item)).toEqual([])
  expect(world.types(item)).toEqual(['spec.created'])
  // A phase that needs no worktree does not need it either.
  const requirements = () => world.host.coordinator.runPhase(item, 'requirements')
  expect(await world.follow(item, requirements)).toMatchObject({ status: 'completed' })
})

it('P10 one of deploy.command does so where deploy is GO, and is no matter where it is not', async () => {
  await using world = new RepositoryWorld({
    config: { worktree: false, deploy: { command: ['no-such-release'] } },
  })
  const item = await specAt(world, 'login', 'impl')
  await world.open()
  const begin = () => world.host.coordinator.start(item, { go: ['deploy'] })
  expect(refusal(await begin())).toMatchObject({
    code: 'COMMAND_MISSING',
    setting: 'deploy.command',
    program: 'no-such-release',
  })
  expect(await world.run(item)).toMatchObject({ status: 'completed', phase: 'deploy' })
  expect(refusal(await world.host.coordinator.runPhase(item, 'deploy'))).toMatchObject({
    code: 'COMMAND_MISSING',
  })
})
