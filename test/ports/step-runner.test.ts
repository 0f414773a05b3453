import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it, vi } from 'vitest'
import type { LaunchKey } from '../../src/contracts/launch/agent.ts'
import { specNamed } from '../../src/contracts/work-item.ts'
import { AgentRegistry } from '../../src/host/agents/agent-registry.ts'
import { builtInDrivers } from '../../src/host/agents/drivers/built-in.ts'
import { settingsFrom } from '../../src/host/config/settings.ts'
import type { StepRequest, StepRunner } from '../../src/host/ports/step-runner.ts'
import { HostGround } from '../../src/host/project/host-ground.ts'
import { LocalSteps } from '../../src/host/steps/local-steps.ts'
import { MemorySteps, StepMemory } from '../../src/testkit/ports/memory-steps.ts'
import { ProjectWorld } from '../../src/testkit/worlds/project-world.ts'
import { RepositoryWorld } from '../../src/testkit/worlds/repository-world.ts'
import { stepRunnerSuite, type StepPlace } from './step-runner-suite.ts'

const ITEM = specNamed('alpha')
/** Unique, because processes are found by it: equal ids would end another test's processes. */
const RUN = randomBytes(6).toString('hex')

const stepOf = (number: number): StepRequest => ({
  kind: 'agent',
  item: ITEM,
  version: number,
  launch: {
    key: {
      runId: `run_${RUN}`,
      stepId: `step_${RUN}_1`,
      attempt: number,
      agentId: `agent_${RUN}_1_${number}`,
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
    decisions: [],
    findings: [],
    isReminder: false,
    isNudge: false,
    rerun: null,
    description: 'A small feature',
    language: 'en',
    workspace: { kind: 'checkout', isBegun: true },
    conflict: null,
    failedChecks: [],
    checks: [],
  },
})

const checkOf = (number: number, command: string[]): StepRequest => ({
  kind: 'check',
  item: ITEM,
  version: number,
  launch: {
    key: {
      runId: `run_${RUN}`,
      stepId: `check_${RUN}_1`,
      attempt: number,
      agentId: `check_${RUN}_1_${number}`,
    } as unknown as LaunchKey,
    phase: 'impl',
    work: {
      kind: 'check',
      name: 'test',
      command,
      in: null,
      timeoutMs: 600_000,
      where: 'workspace',
      purpose: 'check',
    },
    after: null,
    workspace: { kind: 'checkout', isBegun: true },
    scratch: null,
  },
})

const gitActOf = (number: number): StepRequest => ({
  kind: 'git',
  item: ITEM,
  version: number,
  launch: {
    key: {
      runId: `run_${RUN}`,
      stepId: `git_${RUN}_1`,
      attempt: number,
      agentId: `git_${RUN}_1_${number}`,
    } as unknown as LaunchKey,
    phase: 'impl',
    work: { kind: 'git', act: { type: 'record', subject: 'impl' } },
    after: null,
    workspace: { kind: 'checkout', isBegun: true },
    scratch: null,
  },
})

/** Hosts on a real computer, which start processes. */
function processPlace(world: ProjectWorld, part: ProcessPart): StepPlace {
  const registries = new Map<StepRunner, AgentRegistry>()
  const { folders, env } = world
  mkdirSync(join(folders.specsDir, 'alpha'), { recursive: true })
  return {
    ...part,
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
    living: () => world.processes().length,
    [Symbol.asyncDispose]: async () => {
      for (const agents of registries.values()) {
        for (const { agentId } of agents.working()) await agents.stop(agentId)
        await agents.drain()
        agents.dispose()
      }
      await world[Symbol.asyncDispose]()
    },
  }
}

type ProcessPart = Pick<StepPlace, 'agent' | 'step' | 'finish' | 'begun'>

stepRunnerSuite('agents as processes', (): StepPlace => {
  const world = new ProjectWorld({ scenario: { hold: 'gate', escapeChildren: true } })
  return processPlace(world, {
    agent: 'claude',
    step: stepOf,
    finish: () => world.mock.release('gate'),
    begun: ({ launch }) =>
      vi.waitFor(
        () =>
          expect(world.mock.calls().map(({ agentId }) => agentId)).toContain(launch.key.agentId),
        { timeout: 60_000, interval: 10 },
      ),
  })
})

stepRunnerSuite('V4 checks as processes', (): StepPlace => {
  const world = new ProjectWorld()
  const [begun, gate] = [join(world.root, 'begun'), join(world.root, 'gate')]
  // With a child in its own session, like tools that start servers.
  const script = `echo "in $PWD" >&2; setsid sleep 900 & echo "$SDD_AGENT_ID" >>"${begun}"
    while [ ! -e "${gate}" ]; do sleep 0.02; done; echo "all is well"`
  const command = ['sh', '-c', script]
  world.declare({ checks: [{ name: 'test', command }] })
  return processPlace(world, {
    agent: 'check:test',
    step: (number) => checkOf(number, command),
    finish: () => writeFileSync(gate, ''),
    begun: ({ launch }) =>
      vi.waitFor(() => expect(readFileSync(begun, 'utf8')).toContain(launch.key.agentId), {
        timeout: 60_000,
        interval: 10,
      }),
  })
})

stepRunnerSuite('memory', (): StepPlace => {
  const memory = new StepMemory()
  return {
    open: () => new MemorySteps(memory),
    agent: 'claude',
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

it('a git act of another item is left alone, even when a copied journal names it', async () => {
  const world = new RepositoryWorld()
  const [begun, gate] = [join(world.root, 'begun'), join(world.root, 'gate')]
  const clean = `touch ${begun}; while [ ! -e ${gate} ]; do sleep 0.02; done; cat`
  world.put('.gitconfig', `[filter "slow"]\n\tclean = "${clean}"\n`, world.root)
  world.put('.gitattributes', '*.slow filter=slow\n')
  world.put('x.slow', 'x\n')
  world.more = { HOME: world.root }
  await using here = processPlace(world, {
    agent: 'git',
    step: gitActOf,
    finish: () => writeFileSync(gate, ''),
    begun: () => vi.waitFor(() => expect(existsSync(begun)).toBe(true), { timeout: 60_000 }),
  })
  const steps = here.open()
  const step = here.step(1)
  const ended = new Promise((resolve) =>
    steps.onChange(({ status, end }) => end && resolve(status)),
  )
  await steps.start(step)
  await here.begun(step)
  const stopping = steps.stop(step.launch.key, specNamed('copy'))
  here.finish()
  expect(await stopping).toBeNull()
  expect(await ended).toBe('completed')
})
