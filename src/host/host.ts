import { randomUUID } from 'node:crypto'
import type { ItemRow } from '../contracts/views/board.ts'
import { spentBudget, type SpentBudget } from '../core/state/spent.ts'
import { keepingApproved } from './documents/approved-texts.ts'
import type { WorkItem } from '../contracts/work-item.ts'
import type { CommandId } from '../contracts/ids.ts'
import type { Board } from '../contracts/views/board.ts'
import type {
  HostApi,
  HostEvent,
  ProjectInfo,
  RpcInput,
  RpcMethod,
  RpcReply,
} from '../contracts/rpc.ts'
import { AgentHistory } from './agents/agent-history.ts'
import { AgentPulse } from './agents/agent-pulse.ts'
import { AgentRegistry } from './agents/agent-registry.ts'
import type { Driver, Drivers } from './agents/drivers/driver.ts'
import { hasLiveAgents } from './agents/folder/agents-on-disk.ts'
import { builtInDrivers } from './agents/drivers/built-in.ts'
import { AutoExecutionCoordinator } from './runs/auto-execution-coordinator.ts'
import { BugAutoExecutionCoordinator } from './runs/bug-auto-execution-coordinator.ts'
import { Asks } from './asks/asks.ts'
import { ownTerminal } from './calls/called-by.ts'
import { onceOnly } from './calls/once-only.ts'
import { projectCalls, workspaceIn, type ProjectCalls } from './calls/project-calls.ts'
import { realFiles, type DurableFiles } from './files/durable-files.ts'
import { HostEvents } from './host-events.ts'
import { AtWork } from './items/at-work.ts'
import { FileJournals } from './journal/file-journals.ts'
import { LocalItems } from './items/local-items.ts'
import { LocalSteps } from './steps/local-steps.ts'
import { FairQueue } from './runs/fair-queue.ts'
import { WorkingTree } from './runs/working-tree.ts'
import { handOverCheckout } from './workspaces/deploy/checkout-note.ts'
import { Notifier } from './notify/notifier.ts'
import type { ProjectFolders } from './project/folders.ts'
import { HostGround } from './project/host-ground.ts'
import { SeenEnds } from './reports/seen-ends.ts'
import { Rows } from './rows/rows.ts'
import type { ServedStamp } from './server/served.ts'
import { runsInTree, runsOfCrashedHost, stoppedInCrash } from './items/run-recovery.ts'
import type { Settings } from './config/settings.ts'
import type { Change } from './items/watch.ts'
import { Cleaning } from './upkeep/cleaning.ts'
import { DiskWatch } from './upkeep/disk-watch.ts'
import { GroundChecks } from './upkeep/ground-checks.ts'
import { warn } from './upkeep/warn.ts'

export interface HostParts {
  folders: ProjectFolders
  settings: Settings
  env: NodeJS.ProcessEnv
  files?: DurableFiles
  now?: () => Date
  /** Journals that the process opened before it became the host. */
  journals?: FileJournals
}

/** How a host reaches the process around it. */
export interface HostPlace {
  info: ProjectInfo
  /** Closing this host also closes the whole ProjectSet. */
  isAlone: boolean
  followers(): number
  /** Stops accepting calls first: a call now would start a run that the host then drops. */
  leave(): Promise<void>
  release(): Promise<void> | void
  isLockHeld(): boolean
  /** Called when the project folder disappears or comes back. */
  presenceChanged(): void
}

/** One open project: its runs, its agents, and the events sent to clients. */
export class Host implements HostApi {
  readonly coordinator: AutoExecutionCoordinator
  readonly bugs: BugAutoExecutionCoordinator
  readonly agents: AgentRegistry
  readonly settings: Settings
  readonly #folders: ProjectFolders
  readonly #place: HostPlace
  /** The user's own ACP agents come and go with the configuration. */
  readonly #drivers = new Map<string, Driver>()
  readonly #events = new HostEvents()
  readonly #history: AgentHistory
  readonly #pulse: AgentPulse
  readonly #journals: FileJournals
  readonly #atWork: AtWork
  readonly #rows: Rows
  readonly #notifier: Notifier
  readonly #tree: WorkingTree
  readonly #asks: Asks
  readonly #calls: ProjectCalls
  readonly #disk: DiskWatch
  readonly #cleaning: Cleaning
  readonly #ground: GroundChecks
  #resting: Promise<void> = Promise.resolve()
  #closing: Promise<void> | null = null

  constructor(parts: HostParts, place: HostPlace) {
    const { folders, settings, env, files = realFiles, now = () => new Date() } = parts
    this.#folders = folders
    this.#place = place
    this.settings = settings
    const events = this.#events
    this.#loadDrivers()
    const ground = new HostGround(folders, () => place.isLockHeld())
    const drivers = this.#drivers
    const journals = (this.#journals = parts.journals ?? new FileJournals(files, folders))
    const atWork = (this.#atWork = new AtWork(folders, journals))
    const shared = { folders, settings, env, files, journals, atWork, now, events, drivers }
    this.agents = openRegistry(shared)
    const slots = new FairQueue(() => settings.concurrency)
    const executionParts = { ...shared, ground, agents: this.agents }
    this.#tree = this.#openTree(env)
    this.coordinator = new AutoExecutionCoordinator({
      ...shared,
      items: new LocalItems(executionParts),
      steps: new LocalSteps(executionParts),
      slots,
      tree: this.#tree,
    })
    this.bugs = new BugAutoExecutionCoordinator(this.coordinator)
    this.#history = new AgentHistory(folders, this.#drivers)
    this.#pulse = new AgentPulse(this.agents, (agent) => events.emit({ type: 'agent', agent }))
    const seen = new SeenEnds(folders, now)
    this.#rows = new Rows({
      folders,
      journals,
      emit: (event) => events.emit(event),
      drives: (item) => this.coordinator.drives(item),
      journalFailure: (item) => this.coordinator.journalFailure(item),
      ...shownSettings(settings),
      isSeen: (item, completedAt) => seen.isSeen(item, completedAt),
    })
    this.#notifier = openNotifier(shared)
    events.subscribe((event) => this.#follow(event))
    events.subscribe(keepingApproved(folders, journals))
    settings.onChange(() => this.#settingsChanged())
    const { coordinator, agents } = this
    const history = this.#history
    const board = (first?: number) => this.#board(first)
    const row = (item: WorkItem) => this.#rows.row(item)
    const changed = (item: WorkItem) => this.#rows.changed(item)
    this.#asks = new Asks({
      ...executionParts,
      slots,
      workspaceOf: (item) => workspaceIn(journals, item),
      changed: (about, turn) => events.emit({ type: 'asked', about, turn }),
      reportAgent: (agent) => events.emit({ type: 'agent', agent }),
      account: (item, end) => coordinator.askEnded(item, end),
      overspent: (item) => overspentIn(row(item)),
    })
    const views = { history, board, row, seen, changed, asks: this.#asks }
    const callParts = { ...shared, coordinator, agents, ...views }
    this.#calls = onceOnly(callParts, projectCalls(callParts))
    this.#disk = new DiskWatch({
      folders,
      journals,
      changed: (change) => this.#changed(change),
      allChanged: () => this.#rows.allChanged(),
    })
    this.#cleaning = new Cleaning({
      ...shared,
      retentionDays: () => settings.logRetentionDays,
      removed: (agent) => {
        agents.forget(agent.agentId)
        history.forget(agent)
      },
    })
    this.#ground = new GroundChecks({
      folders,
      ground,
      driven: () => coordinator.driven(),
      lost: (error) => coordinator.giveUp(error),
      vanished: changed,
      presenceChanged: (isGone) => this.#presenceChanged(isGone),
    })
  }

  get info(): ProjectInfo {
    return { ...this.#place.info, isGone: this.#ground.isGone }
  }

  get isAlone(): boolean {
    return this.#place.isAlone
  }

  subscribe(listener: (event: HostEvent) => void): () => void {
    const leave = this.#events.subscribe(listener)
    const endPulse = this.#pulse.begin()
    return () => {
      leave()
      endPulse()
    }
  }

  /** How many other processes follow this project. */
  followers(): number {
    return this.#place.followers()
  }

  call<M extends RpcMethod>(
    method: M,
    input: RpcInput<M>,
    { calledBy = ownTerminal(), commandId = randomUUID() as string as CommandId }: ServedStamp = {},
  ): Promise<RpcReply<M>> {
    return this.#calls[method](input, { calledBy, commandId })
  }

  /** Keeps `phase` in spec.json and every client up to date with what people do on disk. */
  watch(): Promise<void> {
    return this.#disk.begin()
  }

  /**
   * For a long-running host: watches the disk, prepares the rows, and takes over the questions and
   * recovers the runs of an earlier host. Returns those runs.
   */
  async serve(): Promise<WorkItem[]> {
    await this.watch()
    void this.#board().catch(warn)
    return this.recoverAll()
  }

  async recoverAll(): Promise<WorkItem[]> {
    // First: a run that waited would otherwise be given the slot that a question still uses.
    await this.#asks.takeOverAll().catch(warn)
    await this.#putBack()
    const recovered: WorkItem[] = []
    for (const item of await runsOfCrashedHost(this.#folders, this.#journals)) {
      const begun = await this.coordinator.recover(item)
      if (begun.ok) recovered.push(item)
      this.#rows.changed(item)
    }
    this.agents.sweepLeftovers()
    void this.rested()
    return recovered
  }

  #openTree(env: NodeJS.ProcessEnv): WorkingTree {
    const folders = this.#folders
    const journals = this.#journals
    return new WorkingTree({
      endStopped: async () => {
        await this.#putBack()
        for (const item of stoppedInCrash(folders, journals)) await this.coordinator.stateOf(item)
        this.agents.sweepLeftovers()
      },
      abandoned: () => runsInTree(folders, journals),
      handOver: async (to) => {
        // What the last agents left running may still write there.
        await this.agents.drain()
        await handOverCheckout({ folders, env, to }).catch(warn)
      },
    })
  }

  /** Re-reads the configuration; returns whether it changed. */
  settingsChanged(): boolean {
    const isChanged = this.settings.refresh()
    if (isChanged) this.coordinator.settingsChanged()
    return isChanged
  }

  /** Resolves once every pending notification was sent or has failed. */
  notified(): Promise<void> {
    return this.#notifier.drain()
  }

  removeOldLogs(): Promise<void> {
    return this.#cleaning.removeOldLogs()
  }

  close(): Promise<void> {
    this.#closing ??= this.#close()
    return this.#closing
  }

  async #close(): Promise<void> {
    this.#cleaning.stop()
    this.#ground.stop()
    await this.#disk.close()
    await this.#place.leave()
    this.#asks.close()
    await this.rested()
    await this.coordinator.dispose()
    await this.#notifier.drain()
    // This host ends the orphans of ended agents instead of leaving them to the next one.
    await this.agents.drain()
    this.agents.dispose()
    this.#pulse.close()
    this.#rows.close()
    await this.#place.release()
  }

  /**
   * Resolves once what agents changed in records and event logs is put back, unless some still
   * work.
   */
  rested(): Promise<void> {
    this.#resting = this.#resting.then(() => this.#rest()).catch(warn)
    return this.#resting
  }

  async #rest(): Promise<void> {
    if (!this.#atWork.isBegun || this.#isWorking()) return
    // What agents left running may still write.
    await this.agents.drain()
    await this.#putBack()
    if (!this.#isWorking()) this.#atWork.end()
  }

  #isWorking(): boolean {
    if (this.coordinator.isWorking() || this.agents.working().length > 0) return true
    return this.#atWork.isTakenOver && hasLiveAgents(this.#folders)
  }

  async #putBack(): Promise<void> {
    for (const item of this.#atWork.changed()) await this.coordinator.putBack(item)
  }

  /** Also starts the watch: rows that are shown must stay up to date. */
  async #board(first?: number): Promise<Board> {
    const watched = this.watch().catch(warn)
    if (first !== undefined) return this.#rows.newest(first, watched)
    await watched
    return this.#rows.board()
  }

  #follow(event: HostEvent): void {
    if (event.type === 'notification') this.#notifier.send(event.notification)
    if (event.type === 'entry' || event.type === 'settled') this.#rows.changed(event.item)
    if (this.#atWork.isBegun && mayBeLast(event)) void this.rested()
    if (isJournalFailure(event)) this.#rows.changed(event.notification.item)
    if (event.type === 'entry' && /^workspace\.(created|removed)$/.test(event.entry.type))
      void this.#disk.followDocuments(event.item).catch(warn)
    if (event.type !== 'agent') return
    this.#history.note(event.agent)
  }

  #settingsChanged(): void {
    this.#loadDrivers()
    this.#rows.allChanged()
  }

  #changed({ item, files }: Change): void {
    this.#events.emit({ type: 'files-changed', item, files })
    this.#rows.changed(item)
    void this.coordinator.filesChanged(item)
    this.#tree.reconsider(item)
  }

  #loadDrivers(): void {
    const { settings } = this
    this.#drivers.clear()
    for (const [name, driver] of builtInDrivers({ acp: settings.acp }))
      this.#drivers.set(name, driver)
  }

  #presenceChanged(isGone: boolean): void {
    if (!isGone) void this.#disk.restart().catch(warn)
    this.#rows.allChanged()
    this.#place.presenceChanged()
  }
}

type Shared = Pick<HostParts, 'folders' | 'settings' | 'env'> & {
  atWork: AtWork
  drivers: Drivers
  now: () => Date
  events: HostEvents
}

/** Getters, so that every read sees the current settings. */
const openRegistry = ({ folders, settings, atWork, drivers, env, now }: Shared): AgentRegistry =>
  new AgentRegistry({
    agentsDir: folders.agentsDir,
    runtimeDir: folders.runtimeDir,
    seal: folders.seal,
    drivers,
    env,
    now,
    beforeWork: () => atWork.begin(),
    get hangAfterMs() {
      return settings.hangAfterMs
    },
    get graceMs() {
      return settings.graceMs
    },
  })

const openNotifier = ({ folders, settings, env, events }: Shared): Notifier =>
  new Notifier({
    notify: () => settings.notify,
    projectDir: folders.projectDir,
    env,
    report: (notification) => events.emit({ type: 'notification', notification }),
  })

/** Whatever worked for the user may have ended with it. */
const mayBeLast = (event: HostEvent): boolean =>
  event.type === 'settled' ||
  event.type === 'asked' ||
  (event.type === 'entry' && event.entry.type === 'run.waiting')

/** Computed from the row, because no journal entry reports it. */
const overspentIn = (row: ItemRow | null): SpentBudget | null =>
  row === null ? null : spentBudget(row.usage, row.budget)

const isJournalFailure = (
  event: HostEvent,
): event is Extract<HostEvent, { type: 'notification' }> =>
  event.type === 'notification' && event.notification.kind === 'journal.failed'

/** The settings that rows show, read again each time. */
const shownSettings = (settings: Settings) => ({
  budget: () => settings.budget,
  choices: () => settings.choices,
  checks: () => settings.delivery.checks.map(({ name }) => name),
  worktree: () => settings.delivery.worktree.isOn,
  deployMode: () => settings.delivery.deploy.mode,
  skipsTasks: () => settings.skippedTasks,
})
