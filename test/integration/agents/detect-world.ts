import type { SpecItem } from '../../../src/contracts/work-item.ts'
import { itemDirOf } from '../../../src/host/project/folders.ts'
import { followRun } from '../../../src/client/follow-run.ts'
import type { AgentInfo } from '../../../src/contracts/launch/agent.ts'
import type { Config } from '../../../src/core/settings/config-schema.ts'
import { agentIdSchema, runIdSchema, stepIdSchema } from '../../../src/contracts/ids.ts'
import type { Rejection } from '../../../src/contracts/rejections.ts'
import type { Result } from '../../../src/contracts/result.ts'
import type { Begun } from '../../../src/contracts/commands.ts'
import type { RunResult } from '../../../src/contracts/run-state.ts'
import { AgentRegistry } from '../../../src/host/agents/agent-registry.ts'
import { builtInDrivers } from '../../../src/host/agents/drivers/built-in.ts'
import type { LaunchRequest } from '../../../src/host/agents/launch/launch-agent.ts'
import type {
  AgentStatusChange,
  AgentStatusListener,
} from '../../../src/host/agents/status-listeners.ts'
import { AutoExecutionCoordinator } from '../../../src/host/runs/auto-execution-coordinator.ts'
import { realFiles, type DurableFiles } from '../../../src/host/files/durable-files.ts'
import { HostEvents } from '../../../src/host/host-events.ts'
import { FileJournals } from '../../../src/host/journal/file-journals.ts'
import { AtWork } from '../../../src/host/items/at-work.ts'
import { LocalItems } from '../../../src/host/items/local-items.ts'
import { FairQueue } from '../../../src/host/runs/fair-queue.ts'
import { LocalSteps } from '../../../src/host/steps/local-steps.ts'
import { HostGround } from '../../../src/host/project/host-ground.ts'
import { settingsFrom } from '../../../src/host/config/settings.ts'
import { ProjectWorld, type WorldOptions } from '../../../src/testkit/worlds/project-world.ts'

type Relay = (change: AgentStatusChange, pass: AgentStatusListener) => void

/** The real registry; counts its listeners, and `relay` may alter what they hear. */
export class HeardRegistry extends AgentRegistry {
  listeners = 0
  readonly #relay: Relay

  constructor(world: ProjectWorld, relay: Relay = (change, pass) => pass(change)) {
    super({
      agentsDir: world.folders.agentsDir,
      runtimeDir: world.folders.runtimeDir,
      seal: world.folders.seal,
      drivers: builtInDrivers(),
      env: world.env,
    })
    this.#relay = relay
  }

  override onAgentStatusChange(listener: AgentStatusListener): () => void {
    const leave = super.onAgentStatusChange((change) => this.#relay(change, listener))
    this.listeners += 1
    return () => {
      this.listeners -= 1
      leave()
    }
  }
}

interface Around {
  events?: HostEvents
  config?: Config
  files?: DurableFiles
}

/** The auto-execution service alone, without the host around it. */
export function coordinatorOf(
  world: ProjectWorld,
  agents: AgentRegistry,
  { events = new HostEvents(), config = {}, files = realFiles }: Around = {},
): AutoExecutionCoordinator {
  const { folders, env } = world
  const settings = settingsFrom({ exclusiveWorkingTree: false, ...config })
  const ground = new HostGround(folders, () => true)
  const journals = new FileJournals(files, folders)
  const drivers = builtInDrivers()
  const atWork = new AtWork(folders, journals)
  const below = { folders, atWork, env, settings, ground, agents, files, drivers, journals }
  return new AutoExecutionCoordinator({
    items: new LocalItems(below),
    steps: new LocalSteps(below),
    journals,
    slots: new FairQueue(() => settings.concurrency),
    tree: new FairQueue(() => 1),
    settings,
    events,
    now: () => new Date(),
  })
}

export class CoordinatorWorld extends ProjectWorld {
  readonly agents: HeardRegistry
  readonly errors: unknown[] = []
  readonly hostEvents = new HostEvents((error) => this.errors.push(error))
  readonly coordinator: AutoExecutionCoordinator

  constructor(options: WorldOptions = {}, relay?: Relay) {
    super(options)
    const { config = {} } = options
    this.agents = new HeardRegistry(this, relay)
    this.coordinator = coordinatorOf(this, this.agents, { events: this.hostEvents, config })
  }

  async end(
    name: SpecItem,
    begin: () => Promise<Result<Begun, Rejection>> = () => this.coordinator.start(name),
  ): Promise<RunResult> {
    const followed = await followRun(this.hostEvents, { item: name, begin, observer: {} })
    if (!followed.ok) throw new Error(JSON.stringify(followed.error))
    return followed.value.result
  }

  override async [Symbol.asyncDispose](): Promise<void> {
    for (const name of await this.coordinator.live()) await this.coordinator.stop(name)
    await this.coordinator.dispose()
    await this.agents.drain()
    this.agents.dispose()
    await super[Symbol.asyncDispose]()
  }
}

export const ELSEWHERE = runIdSchema.parse('run_elsewhere')

let foreign = 0

/** Starts an agent that belongs to no run. */
export function startElsewhere(
  world: ProjectWorld,
  agents: AgentRegistry,
  request: Partial<LaunchRequest> & Pick<LaunchRequest, 'item'>,
): AgentInfo {
  foreign += 1
  const specDir = itemDirOf(world.folders, request.item)
  return agents.start({
    key: {
      runId: ELSEWHERE,
      stepId: stepIdSchema.parse(`step_elsewhere_${foreign}`),
      attempt: 1,
      agentId: agentIdSchema.parse(`agent_elsewhere_${foreign}_1`),
    },
    phase: 'requirements',
    round: null,
    agent: 'claude',
    projectDir: world.folders.projectDir,
    specDir,
    cwd: world.folders.projectDir,
    prompt: 'from elsewhere',
    resumeSessionId: null,
    seq: 1,
    ...request,
  })
}
