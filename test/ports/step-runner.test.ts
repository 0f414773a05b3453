import { expect, vi } from 'vitest'
import type { LaunchKey } from '../../src/contracts/agent.ts'
import { specNamed } from '../../src/contracts/work-item.ts'
import { AgentRegistry } from '../../src/host/agents/agent-registry.ts'
import { builtInDrivers } from '../../src/host/agents/drivers/built-in.ts'
import { settingsFrom } from '../../src/host/config/settings.ts'
import type { StepRequest, StepRunner } from '../../src/host/ports/step-runner.ts'
import { HostGround } from '../../src/host/project/host-ground.ts'
import { LocalSteps } from '../../src/host/steps/local-steps.ts'
import { MemorySteps, StepMemory } from '../../src/testkit/memory-steps.ts'
import { ProjectWorld } from '../../src/testkit/project-world.ts'
import { stepRunnerSuite, type StepPlace } from './step-runner-suite.ts'

const ITEM = specNamed('alpha')

const stepOf = (number: number): StepRequest => ({
  kind: 'agent',
  item: ITEM,
  version: number,
  launch: {
    key: {
      runId: 'run_a',
      stepId: 'step_a_1',
      attempt: number,
      agentId: `agent_a_1_${number}`,
    } as unknown as LaunchKey,
    phase: 'requirements',
    round: null,
    mode: null,
    agent: 'claude',
    specAgents: {},
    budgetUsd: null,
    permission: null,
    allowTools: [],
    resumeSessionId: null,
    rejection: null,
    instructions: [],
    findings: [],
    isReminder: false,
    isNudge: false,
    description: 'A small feature',
    language: 'en',
    workspace: { kind: 'checkout', isBegun: true },
    conflict: null,
    failedChecks: [],
    checks: [],
  },
})

stepRunnerSuite('processes', (): StepPlace => {
  const world = new ProjectWorld({ scenario: { hold: 'gate', escapeChildren: true } })
  const registries = new Map<StepRunner, AgentRegistry>()
  const made = world.newSpec('alpha')
  const { folders, env } = world
  return {
    open: () => {
      const settings = settingsFrom({})
      const drivers = builtInDrivers()
      const agents = new AgentRegistry({ ...folders, drivers, env, graceMs: 2000 })
      const ground = new HostGround(folders, () => true)
      const runner = new LocalSteps({ folders, env, settings, ground, agents })
      registries.set(runner, agents)
      return runner
    },
    die: (runner) => registries.get(runner)?.dispose(),
    step: stepOf,
    finish: () => world.mock.release('gate'),
    begun: ({ launch }) =>
      vi.waitFor(
        () =>
          expect(world.mock.calls().map(({ agentId }) => agentId)).toContain(launch.key.agentId),
        { timeout: 60_000, interval: 10 },
      ),
    living: () => world.processes().length,
    [Symbol.asyncDispose]: async () => {
      await made
      for (const agents of registries.values()) {
        for (const { agentId } of agents.working()) await agents.stop(agentId)
        await agents.drain()
        agents.dispose()
      }
      await world[Symbol.asyncDispose]()
    },
  }
})

stepRunnerSuite('memory', (): StepPlace => {
  const memory = new StepMemory()
  return {
    open: () => new MemorySteps(memory),
    die: (runner) => (runner as MemorySteps).dispose(),
    step: stepOf,
    finish: () => {
      for (const step of memory.steps.values()) {
        step.output += '{"type":"result","is_error":false}\n'
        memory.end(step)
      }
    },
    begun: () => Promise.resolve(),
    living: () => [...memory.steps.values()].filter(({ state }) => state === 'working').length,
    [Symbol.asyncDispose]: () => Promise.resolve(),
  }
})
