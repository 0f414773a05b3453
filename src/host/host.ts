import { keepingApproved } from './documents/approved-texts.ts'
import { itemKey, type ItemKey, type WorkItem } from '../contracts/work-item.ts'
import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { CalledBy } from '../contracts/called-by.ts'
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
import type { Driver } from './agents/drivers/driver.ts'
import { builtInDrivers } from './agents/drivers/built-in.ts'
import { agentIdsOnDisk } from './agents/folder/agents-on-disk.ts'
import { removeOldAgents } from './agents/folder/retention.ts'
import { AutoExecutionCoordinator, type CommandRequest } from './runs/auto-execution-coordinator.ts'
import { BugAutoExecutionCoordinator } from './runs/bug-auto-execution-coordinator.ts'
import { Asks } from './asks/asks.ts'
import { ownTerminal } from './calls/called-by.ts'
import { projectCalls, workspaceIn, type ProjectCalls } from './calls/project-calls.ts'
import { realFiles, type DurableFiles } from './files/durable-files.ts'
import { removeLeftovers, removeUnfinished } from './files/leftovers.ts'
import { HostEvents } from './host-events.ts'
import { FileJournals } from './journal/file-journals.ts'
import { LocalItems } from './items/local-items.ts'
import { LocalSteps } from './steps/local-steps.ts'
import { FairQueue } from './runs/fair-queue.ts'
import { Notifier } from './notify/notifier.ts'
import { listItems, itemDirOf, itemExists, type ProjectFolders } from './project/folders.ts'
import { HostGround } from './project/host-ground.ts'
import { SeenEnds } from './reports/seen-ends.ts'
import { Rows } from './rows/rows.ts'
import { deadHostsRuns, isLastOfOpenRun } from './items/run-recovery.ts'
import type { Settings } from './config/settings.ts'
import { watchProject, type Change, type Watcher } from './items/watch.ts'
import { itemsWithWorktrees, liveDirOf } from './workspaces/live-folder.ts'

/** A host that lives for a moment only has better things to do. */
const FIRST_CLEANING_MS = 2000
const CLEANING_MS = 24 * 60 * 60_000
const GROUND_MS = 500

export interface HostParts {
  folders: ProjectFolders
  settings: Settings
  env: NodeJS.ProcessEnv
  files?: DurableFiles
  now?: () => Date
  /** Those that the process has read before it became the host. */
  journals?: FileJournals
}

/** How a host reaches the process around it. */
export interface HostPlace {
  info: ProjectInfo
  /** The whole set ends with it. */
  isAlone: boolean
  followers(): number
  /** Shuts the door first: a call that came in now would start a run which the host then drops. */
  leave(): Promise<void>
  release(): Promise<void> | void
  isLockHeld(): boolean
  /** The folder of the project has gone, or is back. */
  presenceChanged(): void
}

type Handler = (input: never, by: CalledBy) => Promise<unknown>

/** One open project: its runs, its agents, and what is sent to screens. */
export class Host implements HostApi {
  readonly coordinator: AutoExecutionCoordinator
  readonly bugs: BugAutoExecutionCoordinator
  readonly agents: AgentRegistry
  readonly settings: Settings
  readonly #folders: ProjectFolders
  readonly #place: HostPlace
  readonly #now: () => Date
  /** The person's own ACP agents come and go with the configuration. */
  readonly #drivers = new Map<string, Driver>()
  readonly #events = new HostEvents()
  readonly #history: AgentHistory
  readonly #pulse: AgentPulse
  readonly #journals: FileJournals
  readonly #rows: Rows
  readonly #notifier: Notifier
  readonly #asks: Asks
  readonly #calls: ProjectCalls
  readonly #cleaning: NodeJS.Timeout[]
  readonly #ground: HostGround
  readonly #vanished = new Set<ItemKey>()
  #isGone = false
  #watching: Promise<Watcher> | null = null
  #closing: Promise<void> | null = null

  constructor(parts: HostParts, place: HostPlace) {
    const { folders, settings, env, files = realFiles, now = () => new Date() } = parts
    this.#folders = folders
    this.#place = place
    this.#now = now
    this.settings = settings
    const events = this.#events
    this.#takeDrivers()
    const ground = new HostGround(folders, () => place.isLockHeld())
    this.#ground = ground
    const journals =
      parts.journals ?? new FileJournals(files, (feature) => itemDirOf(folders, feature))
    this.#journals = journals
    const shared = { folders, settings, env, files, journals, now, events, drivers: this.#drivers }
    this.agents = new AgentRegistry({
      runtimeDir: folders.runtimeDir,
      seal: folders.seal,
      drivers: this.#drivers,
      env,
      now,
      get hangAfterMs() {
        return settings.hangAfterMs
      },
      get graceMs() {
        return settings.graceMs
      },
    })
    const slots = new FairQueue(() => settings.concurrency)
    const below = { ...shared, ground, agents: this.agents }
    this.coordinator = new AutoExecutionCoordinator({
      ...shared,
      items: new LocalItems(below),
      steps: new LocalSteps(below),
      slots,
      tree: new FairQueue(() => 1),
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
    this.#notifier = new Notifier({
      notify: () => settings.notify,
      projectDir: folders.projectDir,
      env,
      report: (notification) => events.emit({ type: 'notification', notification }),
    })
    events.subscribe((event) => this.#follow(event))
    events.subscribe(keepingApproved(folders, journals))
    settings.onChange(() => {
      this.#takeDrivers()
      this.#rows.allChanged()
    })
    const { coordinator, agents } = this
    const history = this.#history
    const board = (first?: number) => this.#board(first)
    const row = (item: WorkItem) => this.#rows.row(item)
    const changed = (item: WorkItem) => this.#rows.changed(item)
    this.#asks = new Asks({
      ...below,
      slots,
      workspaceOf: (item) => workspaceIn(journals, item),
      changed: (about, turn) => events.emit({ type: 'asked', about, turn }),
      reportAgent: (agent) => events.emit({ type: 'agent', agent }),
      account: (item, end) => coordinator.askEnded(item, end),
    })
    const views = { history, board, row, seen, changed, asks: this.#asks }
    this.#calls = projectCalls({ ...shared, coordinator, agents, ...views })
    this.#cleaning = this.#cleanRegularly()
  }

  get info(): ProjectInfo {
    return { ...this.#place.info, isGone: this.#isGone }
  }

  get isAlone(): boolean {
    return this.#place.isAlone
  }

  subscribe(listener: (event: HostEvent) => void): () => void {
    const leave = this.#events.subscribe(listener)
    const rest = this.#pulse.begin()
    return () => {
      leave()
      rest()
    }
  }

  /** How many other processes follow this project. */
  followers(): number {
    return this.#place.followers()
  }

  async call<M extends RpcMethod>(
    method: M,
    input: RpcInput<M>,
    calledBy: CalledBy = ownTerminal(),
  ): Promise<RpcReply<M>> {
    // The compiler cannot see that a method's handler and its command take just its input.
    const own = (this.#calls as Partial<Record<RpcMethod, Handler>>)[method]
    const reply =
      own === undefined
        ? await this.coordinator.command({ ...input, type: method, calledBy } as CommandRequest)
        : await own(input as never, calledBy)
    return reply as RpcReply<M>
  }

  /** Keeps `phase` in spec.json and every client up to date with what people do on disk. */
  async watch(): Promise<void> {
    this.#watching ??= watchProject(this.#folders, {
      changed: (change) => this.#changed(change),
      replaced: () => void this.#replaced().catch(warn),
    })
    try {
      await this.#watching
      for (const item of itemsWithWorktrees(this.#folders)) await this.#watchDocuments(item)
    } catch (error) {
      this.#watching = null
      throw error
    }
  }

  /** What a host does that stays: it watches, knows its rows before anyone asks, and takes up
   * the runs of a host that crashed. Returns those. */
  async serve(): Promise<WorkItem[]> {
    await this.watch()
    void this.#board().catch(warn)
    return this.recoverAll()
  }

  async recoverAll(): Promise<WorkItem[]> {
    const recovered: WorkItem[] = []
    for (const item of await deadHostsRuns(this.#folders, this.#journals)) {
      const begun = await this.coordinator.recover(item)
      if (begun.ok) recovered.push(item)
      this.#rows.changed(item)
    }
    this.agents.sweepLeftovers()
    return recovered
  }

  /** The configuration may be another one now; true if it is. */
  settingsChanged(): boolean {
    const isChanged = this.settings.refresh()
    if (isChanged) this.coordinator.settingsChanged()
    return isChanged
  }

  /** Returns when all notifications have been sent, or could not be. */
  notified(): Promise<void> {
    return this.#notifier.drain()
  }

  async removeOldLogs(): Promise<void> {
    const removed = await removeOldAgents({
      runtime: this.#folders,
      drivers: this.#drivers,
      days: this.settings.logRetentionDays,
      now: this.#now(),
      isNeeded: (agent) => isLastOfOpenRun(this.#journals, agent),
    })
    for (const agent of removed) {
      this.agents.forget(agent.agentId)
      this.#history.forget(agent)
    }
  }

  close(): Promise<void> {
    this.#closing ??= this.#close()
    return this.#closing
  }

  async #close(): Promise<void> {
    for (const timer of this.#cleaning) clearTimeout(timer)
    await (await this.#watching)?.close()
    await this.#place.leave()
    this.#asks.close()
    await this.coordinator.dispose()
    await this.#notifier.drain()
    // An orphan of an ended agent is ended with this host, not left to the next.
    await this.agents.drain()
    this.agents.dispose()
    this.#pulse.close()
    this.#rows.close()
    await this.#place.release()
  }

  /** Rows that no one keeps up to date would be wrong: asking for them starts the watch. */
  async #board(first?: number): Promise<Board> {
    const watched = this.watch().catch(warn)
    if (first !== undefined) return this.#rows.newest(first, watched)
    await watched
    return this.#rows.board()
  }

  #follow(event: HostEvent): void {
    if (event.type === 'notification') this.#notifier.send(event.notification)
    if (event.type === 'entry' || event.type === 'settled') this.#rows.changed(event.item)
    if (isJournalFailure(event)) this.#rows.changed(event.notification.item)
    if (event.type === 'entry' && /^workspace\.(created|removed)$/.test(event.entry.type))
      void this.#watchDocuments(event.item).catch(warn)
    if (event.type !== 'agent') return
    this.#history.note(event.agent)
  }

  #changed({ item, files }: Change): void {
    this.#events.emit({ type: 'files-changed', item, files })
    this.#rows.changed(item)
    void this.coordinator.filesChanged(item)
  }

  /** In the item's worktree, as long as it has one. */
  async #watchDocuments(item: WorkItem): Promise<void> {
    const watcher = await this.#watching
    if (watcher === null) return
    const { workspace } = this.#journals.glance(item).state
    const live = liveDirOf(this.#folders, item, workspace)
    await watcher.follow(item, live === itemDirOf(this.#folders, item) ? null : live)
  }

  async #replaced(): Promise<void> {
    this.#rows.allChanged()
    for (const item of listItems(this.#folders)) {
      this.#changed({ item, files: [] })
      await nextTurn()
    }
  }

  #takeDrivers(): void {
    const { settings } = this
    this.#drivers.clear()
    for (const [name, driver] of builtInDrivers({ acp: settings.acp }))
      this.#drivers.set(name, driver)
  }

  /** A run whose ground is lost ends at once; on a new one the next can begin. */
  #standFirm(): void {
    try {
      this.#ground.check()
    } catch (error) {
      this.coordinator.giveUp(error)
      try {
        this.#ground.renew()
      } catch (failure) {
        warn(failure)
      }
    }
  }

  /** A watcher may not hear of a folder that is renamed; the row of a run at work must not lie. */
  #lookForVanished(): void {
    for (const item of this.coordinator.driven()) {
      if (itemExists(this.#folders, item)) this.#vanished.delete(itemKey(item))
      else if (!this.#vanished.has(itemKey(item))) {
        this.#vanished.add(itemKey(item))
        this.#rows.changed(item)
      }
    }
  }

  /** A watcher hears nothing of a folder that is moved away, and nothing more when it is back. */
  #lookForProject(): void {
    const isGone = !existsSync(this.#folders.projectDir)
    if (isGone === this.#isGone) return
    this.#isGone = isGone
    if (!isGone) void this.#watchAnew().catch(warn)
    this.#rows.allChanged()
    this.#place.presenceChanged()
  }

  async #watchAnew(): Promise<void> {
    const before = this.#watching
    this.#watching = null
    await (await before)?.close()
    await this.watch()
    await this.#replaced()
  }

  /** A process that was killed may have left half a file beside each that it replaces. */
  async #removeLeftovers(): Promise<void> {
    const { lockDir, runtimeDir } = this.#folders
    const agents = agentIdsOnDisk(this.#folders).map((agentId) =>
      join(runtimeDir, 'agents', agentId),
    )
    const specs = listItems(this.#folders).map((item) => itemDirOf(this.#folders, item))
    removeUnfinished(join(runtimeDir, 'new'))
    await removeLeftovers([lockDir, dirname(dirname(lockDir)), runtimeDir, ...specs, ...agents])
  }

  #cleanRegularly(): NodeJS.Timeout[] {
    const clean = (): void => {
      this.#removeLeftovers().catch(warn)
      this.removeOldLogs().catch(warn)
    }
    const first = setTimeout(clean, FIRST_CLEANING_MS)
    const ground = setInterval(() => {
      this.#standFirm()
      this.#lookForVanished()
      this.#lookForProject()
    }, GROUND_MS)
    return [first.unref(), setInterval(clean, CLEANING_MS).unref(), ground.unref()]
  }
}

/** No entry reports it. */
const isJournalFailure = (
  event: HostEvent,
): event is Extract<HostEvent, { type: 'notification' }> =>
  event.type === 'notification' && event.notification.kind === 'journal.failed'

/** What fails beside the runs must not end them. */
const warn = (error: unknown): void =>
  process.emitWarning(error instanceof Error ? error : String(error))

/** What rows show of the configuration as it is now. */
const shownSettings = (settings: Settings) => ({
  budget: () => settings.budget,
  choices: () => settings.choices,
  checks: () => settings.delivery.checks.map(({ name }) => name),
  worktree: () => settings.delivery.worktree.isOn,
  deployMode: () => settings.delivery.deploy.mode,
})
