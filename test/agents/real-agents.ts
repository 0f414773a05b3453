import { specNamed } from '../../src/contracts/work-item.ts'
import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { AgentOutcome, AgentQuestion } from '../../src/contracts/launch/agent.ts'
import { agentIdSchema, runIdSchema, stepIdSchema, type AgentId } from '../../src/contracts/ids.ts'
import { agentFolder } from '../../src/host/agents/folder/agent-folder.ts'
import { AgentRegistry } from '../../src/host/agents/agent-registry.ts'
import { builtInDrivers } from '../../src/host/agents/drivers/built-in.ts'
import type { LaunchRequest } from '../../src/host/agents/launch/launch-agent.ts'
import { agentMark } from '../../src/host/agents/process/agent-mark.ts'
import { processTable } from '../../src/host/agents/process/process-table.ts'
import type { AgentStatusChange } from '../../src/host/agents/status-listeners.ts'
import { stopAgent } from '../../src/testkit/stop-agent.ts'
import { until } from '../../src/testkit/worlds/agent-world.ts'
import {
  type ScriptedModel,
  startScriptedModel,
} from '../../src/testkit/scripted-model/scripted-model.ts'
import { cliPath } from '../../scripts/installs/agent-clis.mjs'
import { cleanEnvironment } from './agent-clis.ts'
import { sealOf } from '../../src/host/project/seal.ts'

const BRIDGE = fileURLToPath(new URL('../../dist/agent-bridge/main.js', import.meta.url))

/** As a user would write them in the configuration. */
const ACP_ROWS = {
  other: { command: cliPath('opencode'), args: ['acp'], env: { MARK: 'row' } },
  claude: { command: cliPath('claude-agent-acp') },
  codex: { command: cliPath('codex-acp') },
}

/** Real CLIs, each in its own folder, against one scenario of the scripted model. */
export class RealAgents {
  readonly root = mkdtempSync(join(tmpdir(), 'sdd-agents-'))
  readonly project = join(this.root, 'project')
  readonly env: Record<string, string>
  readonly registry: AgentRegistry
  readonly model: ScriptedModel
  readonly changes: AgentStatusChange[] = []
  readonly #launched: AgentId[] = []
  readonly #runtime = {
    agentsDir: join(this.root, 'state', 'agents', 'project'),
    runtimeDir: join(this.root, 'runtime'),
    seal: sealOf(this.root, { XDG_STATE_HOME: join(this.root, 'state') }),
  }

  private constructor(model: ScriptedModel, scenario: string, lingerMs: number) {
    mkdirSync(join(this.project, '.git', 'hooks'), { recursive: true })
    this.model = model
    this.env = cleanEnvironment(join(this.root, 'home'), model.url(scenario))
    this.registry = new AgentRegistry({
      ...this.#runtime,
      drivers: builtInDrivers({ acp: ACP_ROWS }),
      env: this.env,
      bridgeProgram: BRIDGE,
      pollMs: 10,
      lingerMs,
    })
    this.registry.onAgentStatusChange((change) => this.changes.push(change))
  }

  /** On a busy machine a CLI may exit seconds after its last output, hence the long default. */
  static async open(scenario: string, { lingerMs = 60_000 } = {}): Promise<RealAgents> {
    return new RealAgents(await startScriptedModel(), scenario, lingerMs)
  }

  start(agent: string, wish: Partial<LaunchRequest> = {}): AgentId {
    const name = randomBytes(6).toString('hex')
    const agentId = agentIdSchema.parse(`agent_${name}_1_1`)
    this.#launched.push(agentId)
    this.registry.start({
      key: {
        runId: runIdSchema.parse(`run_${name}`),
        stepId: stepIdSchema.parse(`step_${name}_1`),
        attempt: 1,
        agentId,
      },
      item: specNamed('feature'),
      phase: 'impl',
      round: null,
      agent,
      projectDir: this.project,
      specDir: this.project,
      cwd: this.project,
      prompt: 'Say something.',
      resumeSessionId: null,
      seq: 1,
      ...wish,
    })
    return agentId
  }

  /** Launches an agent and waits for its end and that of all its processes. */
  async run(agent: string, wish: Partial<LaunchRequest> = {}): Promise<AgentOutcome> {
    return this.end(this.start(agent, wish))
  }

  async end(agentId: AgentId): Promise<AgentOutcome> {
    const find = (): AgentOutcome | undefined =>
      this.changes.find(({ key, outcome }) => key.agentId === agentId && outcome !== null)
        ?.outcome ?? undefined
    await until(() => find() !== undefined)
    await this.registry.drain()
    const outcome = find()
    if (outcome === undefined) throw new Error('unreachable')
    return outcome
  }

  /** Waits for the question with this id that an agent asks the user. */
  async question(id = 'q1'): Promise<AgentQuestion> {
    const find = (): AgentQuestion | undefined =>
      this.changes.flatMap(({ question }) => question ?? []).find((asked) => asked.id === id)
    const hasEnded = (): boolean => this.changes.some(({ outcome }) => outcome !== null)
    await until(() => find() !== undefined || hasEnded())
    const question = find() ?? null
    if (question === null) throw new Error('it ended without a question')
    return question
  }

  /** Waits until the model has been asked. */
  async isAsked(): Promise<void> {
    await until(() => this.model.requests.some(({ request }) => request.tools.length > 0))
  }

  /** The wrapper's pid, which is the agent's process group. */
  groupOf(agentId: AgentId): number {
    const pid = this.registry.get(agentId)?.pid
    if (!pid) throw new Error('the agent has no process')
    return pid
  }

  processesOf(agentId: AgentId): number[] {
    return processTable
      .rows(agentMark(agentId))
      .filter((row) => row.isMarked)
      .map((row) => row.pid)
  }

  get home(): string {
    return join(this.root, 'home')
  }

  path(name: string): string {
    return join(this.project, name)
  }

  /** What a tool wrote into a file of the project, once it is there. */
  async text(name: string): Promise<string> {
    await until(() => existsSync(this.path(name)) && this.#read(name).endsWith('\n'))
    return this.#read(name).trim()
  }

  output(agentId: AgentId): string {
    return readFileSync(agentFolder(this.#runtime, agentId).out, 'utf8')
  }

  errorOutput(agentId: AgentId): string {
    return readFileSync(agentFolder(this.#runtime, agentId).err, 'utf8')
  }

  #read(name: string): string {
    return readFileSync(this.path(name), 'utf8')
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.registry.dispose()
    for (const agentId of this.#launched) await stopAgent(agentId)
    await this.model.close()
    rmSync(this.root, { recursive: true, force: true })
  }
}
