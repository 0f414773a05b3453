import type { FeatureName } from '../contracts/ids.ts'
import type { HostApi, HostEvent, RpcInput, RpcMethod, RpcReply } from '../contracts/rpc.ts'
import { AgentRegistry } from './agents/agent-registry.ts'
import { builtInDrivers } from './agents/drivers/built-in.ts'
import { AutoExecutionCoordinator } from './auto-execution-coordinator.ts'
import { createSpec } from './create-spec.ts'
import { realFiles, type DurableFiles } from './files/durable-files.ts'
import { HostEvents } from './host-events.ts'
import { takeHostLock, type HostLock } from './project/host-lock.ts'
import { prepareRuntime, type ProjectFolders } from './project/folders.ts'
import { startLocalServer, type LocalServer } from './server/local-server.ts'
import type { Settings } from './settings.ts'
import { readStatuses } from './status.ts'
import { watchSpecs, type SpecsWatcher } from './watch.ts'

export interface HostOptions {
  folders: ProjectFolders
  settings: Settings
  env: NodeJS.ProcessEnv
  files?: DurableFiles
  now?: () => Date
}

/** One live host of a project: everything is put together here. Null when another one is alive. */
export async function openHost(options: HostOptions): Promise<Host | null> {
  prepareRuntime(options.folders)
  const lock = takeHostLock(options.folders.runtimeDir)
  if (lock === null) return null
  try {
    return await Host.open(options, lock)
  } catch (error) {
    lock.release()
    throw error
  }
}

export class Host implements HostApi {
  readonly coordinator: AutoExecutionCoordinator
  readonly agents: AgentRegistry
  readonly #options: HostOptions
  readonly #events = new HostEvents()
  readonly #files: DurableFiles
  readonly #now: () => Date
  readonly #lock: HostLock
  #server: LocalServer | null = null
  #watcher: SpecsWatcher | null = null

  private constructor(options: HostOptions, lock: HostLock) {
    const { folders, settings, env } = options
    this.#options = options
    this.#lock = lock
    this.#files = options.files ?? realFiles
    this.#now = options.now ?? (() => new Date())
    const drivers = builtInDrivers({ simulated: { fast: settings.simulatedFast } })
    this.agents = new AgentRegistry({
      runtimeDir: folders.runtimeDir,
      drivers,
      env,
      now: this.#now,
      hangAfterMs: settings.hangAfterMs,
      graceMs: settings.graceMs,
    })
    this.coordinator = new AutoExecutionCoordinator({
      folders,
      settings,
      agents: this.agents,
      files: this.#files,
      events: this.#events,
      drivers,
      env,
      now: this.#now,
    })
  }

  static async open(options: HostOptions, lock: HostLock): Promise<Host> {
    const host = new Host(options, lock)
    const openLog = host.agents.openLog.bind(host.agents)
    host.#server = await startLocalServer({ api: host, openLog })
    const { port, token } = host.#server
    lock.publish({ port, token, startedAt: host.#now().toISOString() })
    return host
  }

  subscribe(listener: (event: HostEvent) => void): () => void {
    return this.#events.subscribe(listener)
  }

  followers(): number {
    return this.#server?.followers() ?? 0
  }

  /** Keeps `phase` in spec.json and every client up to date with what people do on disk. */
  async watch(): Promise<void> {
    this.#watcher = await watchSpecs(this.#options.folders.specsDir, (feature) => {
      this.#events.emit({ type: 'spec-changed', feature })
      void this.coordinator.filesChanged(feature)
    })
  }

  async close(): Promise<void> {
    await this.#watcher?.close()
    // First of all the door: a call that came in now would start a run which this host then drops.
    await this.#server?.close()
    await this.coordinator.dispose()
    // An orphan of an ended agent is ended with this host, not left to the next.
    await this.agents.drain()
    this.agents.dispose()
    this.#lock.release()
  }

  async call<M extends RpcMethod>(method: M, input: RpcInput<M>): Promise<RpcReply<M>> {
    const handler: (input: never) => Promise<unknown> = this.#handlers[method]
    return (await handler(input as never)) as RpcReply<M>
  }

  readonly #handlers: { [M in RpcMethod]: (input: RpcInput<M>) => Promise<RpcReply<M>> } = {
    create: (input) => this.#create(input),
    start: ({ feature, go, nogo, agent }) => this.coordinator.start(feature, { go, nogo, agent }),
    resume: ({ feature }) => this.coordinator.resume(feature),
    recover: ({ feature }) => this.coordinator.recover(feature),
    retry: ({ feature, from }) => this.coordinator.retryFrom(feature, from),
    runPhase: ({ feature, phase, fix }) => this.coordinator.runPhase(feature, phase, fix),
    stop: ({ feature }) => this.coordinator.stop(feature),
    reset: ({ feature }) => this.coordinator.reset(feature),
    approve: ({ feature, phase }) => this.coordinator.approve(feature, phase),
    reject: ({ feature, phase, reason }) => this.coordinator.reject(feature, phase, reason),
    permit: ({ feature, go, nogo }) => this.coordinator.permit(feature, { go, nogo }),
    status: async ({ feature }) => ({ ok: true, value: this.#statuses(feature) }),
    agents: async () => ({ ok: true, value: this.agents.list() }),
  }

  #create({ feature, description, language }: RpcInput<'create'>): Promise<RpcReply<'create'>> {
    const { folders, settings } = this.#options
    return createSpec(folders, this.#files, {
      feature,
      description,
      language: language ?? settings.language,
      at: this.#now().toISOString(),
    })
  }

  #statuses(feature: FeatureName | null) {
    return readStatuses(this.#options.folders, feature)
  }
}
