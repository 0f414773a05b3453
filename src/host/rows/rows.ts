import type { SpecItem, WorkItem } from '../../contracts/work-item.ts'
import type { Board, ItemRow } from '../../contracts/views/board.ts'
import type { HostEvent } from '../../contracts/rpc.ts'
import type { Budget, Choices } from '../../contracts/spec-json.ts'
import { initialState } from '../../core/state/evolve.ts'
import { readRecord } from '../../core/spec/normalise.ts'
import { NO_ITEM_TIME } from '../../core/metrics/segments.ts'
import type { DeployMode } from '../../contracts/host-steps.ts'
import { timeSlices } from '../files/time-slices.ts'
import { describe } from '../files/errno.ts'
import type { FileJournals } from '../journal/file-journals.ts'
import { itemDirOf, listBugs, type ProjectFolders } from '../project/folders.ts'
import { liveDirOf } from '../workspaces/live-folder.ts'
import { ItemMap } from '../items/item-map.ts'
import { lastTouched } from './last-touched.ts'
import { listedSpecs } from './listed-specs.ts'
import { newestRows } from './newest-rows.ts'
import { RowFeed, type BareRow } from './row-feed.ts'
import { rowOf } from './row-of.ts'
import { SharedValues } from './shared-values.ts'
import { SpecReader, type SpecReading } from './spec-reader.ts'

export interface RowsOptions {
  folders: ProjectFolders
  journals: FileJournals
  emit: (event: HostEvent) => void
  /** Whether this host is working on the spec's run. */
  drives: (item: WorkItem) => boolean
  /** Why the spec's event log cannot be written, if it cannot. */
  journalFailure: (item: WorkItem) => string | null
  /** The budget of a spec that has none of its own. */
  budget: () => Budget
  /** How much the user decides about an item that does not say so itself. */
  choices: () => Choices
  /** The names of the declared checks. */
  checks: () => string[]
  /** Whether code is written in its own worktree, if an item does not say so itself. */
  worktree: () => boolean
  deployMode: () => DeployMode | null
  /** Whether tasks that are put aside need not be done. */
  skipsTasks: () => boolean
  /** Whether the user has seen the result of the run completed at that time. */
  isSeen: (item: WorkItem, completedAt: string) => boolean
}

/** Every spec and bug as clients show it, kept in memory from the first request on. */
export class Rows {
  readonly #options: RowsOptions
  readonly #feed: RowFeed
  readonly #readers = new ItemMap<SpecReader>()
  readonly #allowed = new SharedValues<ItemRow['allowed']>()
  /** Rows were requested: from now on changes are sent. */
  #isRequested = false
  #isFull = false
  #filling: Promise<void> | null = null

  constructor(options: RowsOptions) {
    this.#options = options
    this.#feed = new RowFeed({
      read: (item) => this.#read(item),
      changed: (row) => options.emit({ type: 'row', row }),
      gone: (item) => options.emit({ type: 'row-gone', item }),
    })
  }

  async board(): Promise<Board> {
    this.#isRequested = true
    await this.#filled()
    return { rows: this.#feed.all() }
  }

  /** The rows that are on screen first; the rest is read later, once changes are `watched`. */
  async newest(count: number, watched: Promise<unknown>): Promise<Board> {
    this.#isRequested = true
    if (!this.#isFull) {
      const { folders } = this.#options
      const items = [...lastTouched(folders, this.#specs(), count), ...listBugs(folders)]
      await this.#add(items)
      void watched.then(() => this.#readRest(items))
    }
    return { rows: newestRows(this.#feed.all(), count) }
  }

  /** The current row, whether or not anyone follows the board. */
  row(item: WorkItem): ItemRow | null {
    const row = this.#read(item)
    return row === null ? null : { ...row, version: 0 }
  }

  changed(item: WorkItem): void {
    if (this.#isRequested) this.#feed.changed(item)
  }

  allChanged(): void {
    if (!this.#isRequested) return
    for (const item of [...this.#feed.items(), ...this.#listed()]) this.#feed.readAgain(item)
  }

  close(): void {
    this.#feed.close()
  }

  /** Reads these again too: they may have changed before anything was watched. */
  #readRest(items: WorkItem[]): void {
    for (const item of items) this.#feed.readAgain(item)
    // A request for all rows reports the failure.
    this.#filled().catch(() => undefined)
  }

  /** Resolves once every row was read. */
  async #filled(): Promise<void> {
    this.#filling ??= this.#add(this.#listed())
    try {
      await this.#filling
      this.#isFull = true
    } catch (error) {
      // The next request tries again.
      this.#filling = null
      throw error
    }
  }

  /** In slices, so that the process stays responsive. */
  async #add(items: WorkItem[]): Promise<void> {
    const yieldIfDue = timeSlices()
    for (const item of items) {
      this.#feed.add(item)
      await yieldIfDue()
    }
  }

  #listed(): WorkItem[] {
    return [...this.#specs(), ...listBugs(this.#options.folders)]
  }

  #specs(): SpecItem[] {
    const { folders, journals } = this.#options
    return listedSpecs(folders, (item) => journals.glance(item).state)
  }

  #read(item: WorkItem): BareRow | null {
    const { folders, journals, drives, skipsTasks } = this.#options
    const known = this.#readers.get(item)
    const reader =
      known ??
      new SpecReader(item, {
        dir: itemDirOf(folders, item),
        liveOf: (workspace) => liveDirOf(folders, item, workspace),
        foldOf: () => journals.fold(item),
        skipsTasks,
      })
    this.#readers.set(item, reader)
    const reading = readOrProblem(reader, { item, isDriven: drives(item) })
    if (reading !== null) return this.#rowOf(item, reading)
    this.#readers.delete(item)
    journals.forget(item)
    return null
  }

  #unseenEnd(item: WorkItem, { completedAt }: SpecReading): string | null {
    if (completedAt === null || this.#options.isSeen(item, completedAt)) return null
    return completedAt
  }

  #rowOf(item: WorkItem, reading: SpecReading): BareRow {
    const { budget, choices, checks, worktree, deployMode, drives, journalFailure, skipsTasks } =
      this.#options
    const unseenEnd = this.#unseenEnd(item, reading)
    const row = rowOf(
      item,
      { ...reading, unseenEnd },
      {
        failure: journalFailure(item),
        isDriven: drives(item),
        budget: budget(),
        choices: choices(),
        declared: checks(),
        isWorktreeUsual: worktree(),
        deployMode: deployMode(),
        skipsTasks: skipsTasks(),
      },
    )
    return { ...row, allowed: this.#allowed.of(row.allowed) }
  }
}

/** An unreadable folder is shown with its problem; the other rows are shown anyway. */
function readOrProblem(
  reader: SpecReader,
  { item, isDriven }: { item: WorkItem; isDriven: boolean },
): SpecReading | null {
  try {
    return reader.read(isDriven)
  } catch (error) {
    const spec = readRecord(item, {})
    return {
      spec,
      createdAt: null,
      state: initialState(item),
      workflow: initialState(item).workflow,
      tasks: null,
      approvals: spec.approvals,
      passed: [],
      done: [],
      leftOut: [],
      openComments: 0,
      documentFiles: {},
      time: NO_ITEM_TIME,
      activeAt: null,
      completedAt: null,
      problem: describe(error),
    }
  }
}
