import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import {
  existsSync,
  mkdirSync,
  readFileSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, vi } from 'vitest'
import type { LaunchKey } from '../../../src/contracts/launch/agent.ts'
import type { CheckWork } from '../../../src/contracts/host-steps.ts'
import { specNamed } from '../../../src/contracts/work-item.ts'
import { AgentRegistry } from '../../../src/host/agents/agent-registry.ts'
import { builtInDrivers } from '../../../src/host/agents/drivers/built-in.ts'
import { lastOutput } from '../../../src/host/checks/check-output.ts'
import { settingsFrom } from '../../../src/host/config/settings.ts'
import type { StepChange, StepRequestOf } from '../../../src/host/ports/step-runner.ts'
import { HostGround } from '../../../src/host/project/host-ground.ts'
import { LocalSteps } from '../../../src/host/steps/local-steps.ts'
import { readTrust } from '../../../src/host/trust/findings.ts'
import { decideTrust } from '../../../src/host/trust/trust-file.ts'
import { ProjectWorld } from '../../../src/testkit/worlds/project-world.ts'

const ITEM = specNamed('alpha')

/** Unique, because processes are found by it: equal ids would end another test's processes. */
const RUN = randomBytes(6).toString('hex')
const LOG = `check_${RUN}_1_1`

const keyOf = (number: number): LaunchKey =>
  ({
    runId: `run_${RUN}`,
    stepId: `check_${RUN}_${number}`,
    attempt: 1,
    agentId: `check_${RUN}_${number}_1`,
  }) as unknown as LaunchKey

/** One computer, a project on it, and hosts that come and go. */
class Place implements AsyncDisposable {
  readonly world = new ProjectWorld()
  readonly #registries: AgentRegistry[] = []
  readonly #made = this.world.newSpec(ITEM.name)

  open(): { steps: LocalSteps; changes: StepChange[]; agents: AgentRegistry } {
    const { folders, env } = this.world
    const agents = new AgentRegistry({ ...folders, drivers: builtInDrivers(), env, graceMs: 500 })
    this.#registries.push(agents)
    const ground = new HostGround(folders, () => true)
    const steps = new LocalSteps({ folders, env, settings: settingsFrom({}), ground, agents })
    const changes: StepChange[] = []
    steps.onChange((change) => void changes.push(change))
    return { steps, changes, agents }
  }

  step(number: number, work: Partial<CheckWork> = {}): StepRequestOf<'check'> {
    return {
      kind: 'check',
      item: ITEM,
      version: number,
      launch: {
        key: keyOf(number),
        phase: 'impl',
        work: {
          kind: 'check',
          name: 'test',
          command: ['true'],
          in: null,
          timeoutMs: 600_000,
          where: 'workspace',
          purpose: 'check',
          ...work,
        },
        after: null,
        workspace: { kind: 'checkout', isBegun: true },
        scratch: null,
      },
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#made
    for (const agents of this.#registries) {
      for (const { agentId } of agents.working()) await agents.stop(agentId)
      await agents.drain()
      agents.dispose()
    }
    await this.world[Symbol.asyncDispose]()
  }
}

const endOf = async (changes: StepChange[], number: number) => {
  const found = (): StepChange | undefined =>
    changes.find(({ key, end }) => key.agentId === keyOf(number).agentId && end !== null)
  await vi.waitFor(() => expect(found()).toBeDefined(), { timeout: 60_000, interval: 10 })
  return found()?.end?.outcome
}

describe('a check that takes too long', () => {
  const command = ['sh', '-c', 'echo begun; setsid sleep 900 & sleep 900']

  it('V4 has failed, and nothing of it lives', async () => {
    await using here = new Place()
    here.world.declare({ checks: [{ name: 'test', command }] })
    const { steps, changes } = here.open()
    steps.start(here.step(1, { command, timeoutMs: 300 }))
    expect(await endOf(changes, 1)).toMatchObject({ status: 'failed', cause: 'timeout' })
    expect(here.world.processes()).toEqual([])
  })

  it('V4 is ended at its time also by a host that did not start it', async () => {
    await using here = new Place()
    here.world.declare({ checks: [{ name: 'test', command }] })
    const first = here.open()
    const step = here.step(1, { command })
    first.steps.start(step)
    await vi.waitFor(() => expect(lastOutput(here.world.folders, LOG)).toBe('begun'), {
      timeout: 60_000,
      interval: 10,
    })
    first.agents.dispose()
    const anHourAgo = new Date(Date.now() - 3_600_000)
    utimesSync(join(here.world.folders.agentsDir, LOG, 'start'), anHourAgo, anHourAgo)
    const second = here.open()
    expect(await second.steps.adopt(step.launch.key)).toMatchObject({ kind: 'running' })
    expect(await endOf(second.changes, 1)).toMatchObject({ status: 'failed', cause: 'timeout' })
    expect(here.world.processes()).toEqual([])
  })
})

it('V4 a check that ends leaves nothing of what it started', async () => {
  await using here = new Place()
  const command = ['sh', '-c', 'setsid sleep 900 & sleep 0.4; exit 3']
  here.world.declare({ checks: [{ name: 'test', command }] })
  const { steps, changes, agents } = here.open()
  steps.start(here.step(1, { command }))
  expect(await endOf(changes, 1)).toMatchObject({ status: 'failed', exitCode: 3 })
  await agents.drain()
  expect(here.world.processes()).toEqual([])
})

it('V2 both streams of a check are one log, in order, and its end is what an agent is shown', async () => {
  await using here = new Place()
  const script =
    'i=0; while [ $i -lt 300 ]; do echo out $i; echo "\\033[31merr $i\\033[0m" >&2; i=$((i+1)); done; exit 1'
  const command = ['sh', '-c', script]
  here.world.declare({ checks: [{ name: 'test', command }] })
  const { steps, changes } = here.open()
  steps.start(here.step(1, { command }))
  expect(await endOf(changes, 1)).toMatchObject({ status: 'failed', exitCode: 1 })
  const lines = lastOutput(here.world.folders, LOG).split('\n')
  expect(lines).toHaveLength(200)
  expect(lines.slice(-3)).toEqual(['err 298', 'out 299', 'err 299'])
})

describe('what may be started', () => {
  const marker = ({ world }: Place): string => join(world.root, 'marker')
  const config = ({ world }: Place): string =>
    join(world.folders.projectDir, '.kiro/sdd-orchestrator.json')

  it.each(['check', 'setup', 'deploy-command'] as const)(
    'V5 a %s that only a journal names is not',
    async (purpose) => {
      await using here = new Place()
      const { steps } = here.open()
      const step = here.step(1, { command: ['touch', marker(here)], purpose })
      expect(() => steps.start(step)).toThrow('not-trusted')
      expect(existsSync(marker(here))).toBe(false)
    },
  )

  it('V5 a command of the project is, once it is trusted, and no other in its place', async () => {
    await using here = new Place()
    const { projectDir } = here.world.folders
    const { env } = here.world
    const command = ['touch', marker(here)]
    const write = (words: string[]): void =>
      writeFileSync(config(here), JSON.stringify({ checks: [{ name: 'test', command: words }] }))
    write(command)
    const { steps, changes } = here.open()
    expect(() => steps.start(here.step(1, { command }))).toThrow('not-trusted')
    const { findings } = readTrust({ projectDir, env, spec: null })
    decideTrust(projectDir, env, { decision: 'trusted', findings, at: new Date() })
    expect(() => steps.start(here.step(2, { command: [...command, 'more'] }))).toThrow(
      'not-trusted',
    )
    expect(() => steps.start(here.step(3, { command, in: 'elsewhere' }))).toThrow('not-trusted')
    expect(existsSync(marker(here))).toBe(false)
    steps.start(here.step(4, { command }))
    expect(await endOf(changes, 4)).toMatchObject({ status: 'completed', exitCode: 0 })
    expect(existsSync(marker(here))).toBe(true)
    write(['touch', `${marker(here)}2`])
    expect(() => steps.start(here.step(5, { command: ['touch', `${marker(here)}2`] }))).toThrow(
      'not-trusted',
    )
    writeFileSync(config(here), '{')
    expect(() => steps.start(here.step(6, { command }))).toThrow('not-trusted')
  })

  it('V4 a program that is not there is an error of its own', async () => {
    await using here = new Place()
    const command = ['no-such-program-here']
    here.world.declare({ checks: [{ name: 'test', command }] })
    const { steps } = here.open()
    expect(() => steps.start(here.step(1, { command }))).toThrow('check-missing')
  })

  it('V4 one that the workspace lacks, or a folder that leads out of it, fails as the check would', async () => {
    await using here = new Place()
    const { projectDir } = here.world.folders
    const outside = join(here.world.root, 'outside')
    mkdirSync(outside)
    symlinkSync(outside, join(projectDir, 'inner'))
    const lacking = { name: 'lacking', command: ['./not-here'] }
    const leaving = { name: 'leaving', command: ['touch', 'made'], in: 'inner' }
    here.world.declare({ checks: [lacking, leaving] })
    const { steps, changes } = here.open()
    steps.start(here.step(1, lacking))
    steps.start(here.step(2, leaving))
    expect(await endOf(changes, 1)).toMatchObject({ status: 'failed', exitCode: 127 })
    expect(await endOf(changes, 2)).toMatchObject({ status: 'failed', exitCode: 1 })
    expect(lastOutput(here.world.folders, keyOf(2).agentId)).toContain('leads out of the workspace')
    expect(existsSync(join(outside, 'made'))).toBe(false)
  })

  it('V4 in a worktree it runs there, with nothing of ours in its environment', async () => {
    await using here = new Place()
    const { projectDir } = here.world.folders
    const worktree = join(here.world.root, 'worktree')
    const git = (...args: string[]): void =>
      void execFileSync('git', ['-c', 'user.name=t', '-c', 'user.email=t@t', ...args], {
        cwd: projectDir,
      })
    git('init', '-q')
    git('commit', '-q', '--allow-empty', '-m', 'first')
    git('worktree', 'add', '-q', worktree)
    mkdirSync(join(worktree, 'api'))
    const check = { name: 'test', command: ['sh', '-c', 'pwd; env'], in: 'api' }
    here.world.declare({ checks: [check] })
    const { steps, changes } = here.open()
    const step = here.step(1, check)
    step.launch.workspace = {
      kind: 'worktree',
      path: worktree,
      branch: 'b',
      base: 'main',
      from: 'x',
      isSetUp: true,
    }
    const elsewhere = here.step(2, check)
    elsewhere.launch.workspace = { ...step.launch.workspace, path: here.world.root }
    expect(() => steps.start(elsewhere)).toThrow(here.world.root)
    steps.start(step)
    expect(await endOf(changes, 1)).toMatchObject({ status: 'completed' })
    const file = join(here.world.folders.agentsDir, LOG, 'out.log')
    const [cwd, ...variables] = readFileSync(file, 'utf8').trim().split('\n')
    expect(cwd).toBe(join(worktree, 'api'))
    expect(variables).toContain(`SDD_WORKSPACE=${worktree}`)
    const ours = variables.flatMap((line) => /^(SDD_\w+)=/.exec(line)?.[1] ?? [])
    expect(ours.toSorted()).toEqual([
      'SDD_AGENT_ID',
      'SDD_CHECK',
      'SDD_PROJECT',
      'SDD_SPEC',
      'SDD_WORKSPACE',
    ])
  })
})
