import type { Rejection } from '../../src/contracts/rejections.ts'
import type { Result } from '../../src/contracts/result.ts'
import type { RunResult } from '../../src/contracts/run-state.ts'
import type { WorkItem } from '../../src/contracts/work-item.ts'
import type { HostEvent } from '../../src/contracts/rpc.ts'
import { followRun } from '../../src/client/follow-run.ts'
import { builtInDrivers } from '../../src/host/agents/drivers/built-in.ts'
import { settingsFrom } from '../../src/host/config/settings.ts'
import { realFiles } from '../../src/host/files/durable-files.ts'
import { HostEvents } from '../../src/host/host-events.ts'
import { AtWork } from '../../src/host/items/at-work.ts'
import { LocalItems } from '../../src/host/items/local-items.ts'
import { FileJournals } from '../../src/host/journal/file-journals.ts'
import { prepareRuntime } from '../../src/host/project/folders.ts'
import { HostGround } from '../../src/host/project/host-ground.ts'
import { AutoExecutionCoordinator } from '../../src/host/runs/auto-execution-coordinator.ts'
import { FairQueue } from '../../src/host/runs/fair-queue.ts'
import { FixtureWorld, type Files } from './fixture-world.ts'
import { PlayedSteps } from './played-steps.ts'

/** A fixture whose runs start no processes: hundreds per minute. */
export class PlayedWorld extends FixtureWorld {
  readonly coordinator: AutoExecutionCoordinator
  readonly #events = new HostEvents<HostEvent>()

  constructor(files: Files) {
    super(files)
    const { folders, env } = this
    prepareRuntime(folders)
    const settings = settingsFrom({ agent: 'simulated' })
    const journals = new FileJournals(realFiles, folders)
    const ground = new HostGround(folders, () => true)
    const drivers = builtInDrivers()
    this.coordinator = new AutoExecutionCoordinator({
      items: new LocalItems({
        folders,
        atWork: new AtWork(folders, journals),
        ground,
        journals,
        settings,
        files: realFiles,
        drivers,
        env,
      }),
      steps: new PlayedSteps(folders),
      slots: new FairQueue(() => 1),
      tree: new FairQueue(() => 1),
      settings,
      events: this.#events,
      journals,
      now: () => new Date(),
    })
  }

  /** Runs an item to its end. */
  async run(item: WorkItem): Promise<Result<RunResult, Rejection>> {
    const events = this.#events
    const api = { subscribe: (listener: (event: HostEvent) => void) => events.subscribe(listener) }
    const begin = () => this.coordinator.start(item)
    const followed = await followRun(api, { item, begin, observer: {} })
    if (!followed.ok) return followed
    const result = await followed.value.result
    await this.coordinator.drain()
    return { ok: true, value: result }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.coordinator.dispose()
    this[Symbol.dispose]()
  }
}
