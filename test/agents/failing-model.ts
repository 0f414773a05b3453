import { expect } from 'vitest'
import type { AgentOutcome } from '../../src/contracts/launch/agent.ts'
import type { CliName } from './agent-clis.ts'
import { RealAgents } from './real-agents.ts'

/** How a CLI ends when the model's server always fails in the same way. */
export async function outcomeOf(agent: CliName, scenario: string): Promise<AgentOutcome> {
  await using world = await RealAgents.open(scenario)
  const agentId = world.start(agent)
  const outcome = await world.end(agentId)
  expect(world.processesOf(agentId)).toEqual([])
  return outcome
}

/** How it ends when its process group gets the signal while the model is silent. */
export async function outcomeOfSignal(
  agent: CliName,
  signal: NodeJS.Signals,
): Promise<AgentOutcome> {
  await using world = await RealAgents.open('hang')
  const agentId = world.start(agent)
  await world.isAsked()
  process.kill(-world.groupOf(agentId), signal)
  const outcome = await world.end(agentId)
  expect(world.processesOf(agentId)).toEqual([])
  return outcome
}

/** How it ends when it is stopped while the model is silent. */
export async function outcomeOfStop(agent: CliName): Promise<AgentOutcome> {
  await using world = await RealAgents.open('hang')
  const agentId = world.start(agent)
  await world.isAsked()
  await world.registry.stop(agentId)
  expect(world.processesOf(agentId)).toEqual([])
  return world.end(agentId)
}

/** How it ends when all its processes are killed while one of its tools runs. */
export async function outcomeOfKillWithTool(
  agent: CliName,
  wish: Parameters<RealAgents['start']>[1],
): Promise<AgentOutcome> {
  await using world = await RealAgents.open('shell')
  const prompt = `SHELL=echo $$ >tool.pid; sleep 1000`
  const agentId = world.start(agent, { ...wish, prompt })
  await world.text('tool.pid')
  process.kill(-world.groupOf(agentId), 'SIGKILL')
  const outcome = await world.end(agentId)
  expect(world.processesOf(agentId)).toEqual([])
  return outcome
}

/** In mode `ask` the run waits for the user, shows what is asked, and continues with the answer. */
export async function expectAnswered(agent: CliName, tool: string): Promise<void> {
  await using world = await RealAgents.open('write')
  const prompt = `TARGET=${world.path('out.txt')}`
  const agentId = world.start(agent, { permission: 'ask', prompt })
  const asked = await world.question()
  expect(asked).toMatchObject({ tool, summary: world.path('out.txt') })
  expect(world.registry.get(agentId)).toMatchObject({ status: 'running', question: asked })
  expect(world.registry.answer(agentId, 'q9', 'allow')).toBe('unknown')
  expect(world.registry.answer(agentId, asked.id, 'allow')).toBe('ok')
  expect(await world.end(agentId)).toMatchObject({ status: 'completed', deniedTools: [] })
  expect(world.changes.map(({ question }) => question?.id ?? null)).toEqual([
    null,
    asked.id,
    null,
    null,
  ])
  expect(await world.text('out.txt')).toBe('hi')
}
