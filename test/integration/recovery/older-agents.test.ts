import { appendFileSync, mkdirSync, renameSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import type { AgentId } from '../../../src/contracts/ids.ts'
import { isPidAlive, RESULT_LINE, until } from '../../../src/testkit/worlds/agent-world.ts'
import { openWorld, ProjectWorld } from '../../../src/testkit/worlds/project-world.ts'
import { agentsOf, entriesOf } from '../flows/flow-world.ts'

/** Puts an agent's folder where earlier versions kept it: below the project. */
function asOlder({ folders }: ProjectWorld, agentId: AgentId): string {
  const older = join(folders.runtimeDir, 'agents')
  mkdirSync(older)
  renameSync(join(folders.agentsDir, agentId), join(older, agentId))
  return join(older, agentId)
}

/** A run whose host is gone in the middle of its first step, and which an earlier version began. */
async function interruptedRun(world: ProjectWorld) {
  const a = await world.newSpec('a')
  const host = await world.open()
  await host.coordinator.start(a)
  await until(() => agentsOf(world, a).length === 1)
  const [call] = world.mock.calls()
  if (call === undefined) throw new Error('no agent was started')
  await world.closeHost()
  world.events.length = 0
  return { a, pid: call.pid, agentId: call.agentId as AgentId }
}

const FIRST_HOLDS = { overrides: [{ phase: 'requirements', call: 1, hold: 'gate' }] } as const

it('T10 an agent that an earlier version started is ended, and its step is run again', async () => {
  await using world = new ProjectWorld({ scenario: FIRST_HOLDS })
  const { a, pid, agentId } = await interruptedRun(world)
  asOlder(world, agentId)
  expect(isPidAlive(pid)).toBe(true)
  await world.open()
  expect(await world.run(a)).toMatchObject({ status: 'completed' })
  expect(isPidAlive(pid)).toBe(false)
  expect(entriesOf(world, a, 'agent.ended')[0]).toMatchObject({ agentId, cause: 'lost' })
  const [first, second] = entriesOf(world, a, 'agent.started')
  expect([first, second]).toMatchObject([{ attempt: 1 }, { attempt: 2, stepId: first?.stepId }])
})

it('T10 how an agent ended is not believed from a folder that agents can write', async () => {
  await using world = new ProjectWorld({ scenario: FIRST_HOLDS })
  const { a, pid, agentId } = await interruptedRun(world)
  const folder = asOlder(world, agentId)
  world.killProcesses()
  await until(() => !isPidAlive(pid))
  writeFileSync(join(folder, 'exit'), '0\n')
  appendFileSync(join(folder, 'out.log'), `${RESULT_LINE}\n`)
  world.write(a, 'requirements.md', '# Requirements\n\n1. Whatever the agent likes.\n')
  const host = await world.open()
  expect(await world.run(a)).toMatchObject({ status: 'completed' })
  expect(entriesOf(world, a, 'agent.ended')[0]).toMatchObject({
    agentId,
    status: 'failed',
    cause: 'lost',
    usage: null,
  })
  const listed = await host.call('agents', {})
  expect(listed.ok && listed.value[0]).toMatchObject({ agentId, phase: 'requirements' })
})

it('T10 the folders of agents are outside of the project, and no one else can read them', async () => {
  await using world = await openWorld()
  const a = await world.newSpec('a')
  await world.run(a)
  const { agentsDir, projectDir, runtimeDir } = world.folders
  expect(agentsDir.startsWith(projectDir)).toBe(false)
  expect(statSync(agentsDir).mode & 0o777).toBe(0o700)
  expect(statSync(join(runtimeDir, 'agents'), { throwIfNoEntry: false })).toBeUndefined()
})
