import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Board, BugRow, SpecRow } from '../../contracts/views/board.ts'
import { featureNameSchema, type FeatureName } from '../../contracts/ids.ts'
import type { HostEvent } from '../../contracts/rpc.ts'
import type { Budget } from '../../contracts/spec-json.ts'
import type { AutoExecutionState } from '../../contracts/run-state.ts'
import { NOT_WAITING } from '../../core/state/evolve-step.ts'
import { initialState } from '../../core/state/evolve.ts'
import { normaliseSpec } from '../../core/spec/normalise.ts'
import { budgetOf } from '../../core/state/spent.ts'
import { describe } from '../files/errno.ts'
import type { FileJournals } from '../journal/file-journals.ts'
import { specDirOf, type ProjectFolders } from '../project/folders.ts'
import { runOf } from '../items/spec-status.ts'
import { listBugs, readBug } from './bug-row.ts'
import { listedSpecs } from './listed-specs.ts'
import { RowFeed } from './row-feed.ts'
import { SpecReader, type SpecReading } from './spec-reader.ts'

/** So long one turn of the first reading may take: the host's runs go on meanwhile. */
const SLICE_MS = 10

export interface RowsOptions {
  folders: ProjectFolders
  journals: FileJournals
  emit: (event: HostEvent) => void
  /** Whether this host is at work on the spec's run. */
  drives: (feature: FeatureName) => boolean
  /** Why the spec's event log cannot be written, if it cannot. */
  journalFailure: (feature: FeatureName) => string | null
  /** What a spec may cost that does not say so itself. */
  budget: () => Budget
}

/** Every spec and bug as the screens show it, in memory from the first question on. */
export class Rows {
  readonly #options: RowsOptions
  readonly #specs: RowFeed<SpecRow>
  readonly #bugs: RowFeed<BugRow>
  readonly #readers = new Map<string, SpecReader>()
  #filling: Promise<void> | null = null
  #version = 0

  constructor(options: RowsOptions) {
    this.#options = options
    const nextVersion = (): number => ++this.#version
    this.#specs = new RowFeed({
      nextVersion,
      read: (name) => this.#readSpec(name),
      changed: (row) => options.emit({ type: 'spec-row', row }),
      gone: (feature) => options.emit({ type: 'spec-gone', feature }),
    })
    this.#bugs = new RowFeed({
      nextVersion,
      read: (name) => readBug(options.folders, name),
      changed: (row) => options.emit({ type: 'bug-row', row }),
      gone: (bug) => options.emit({ type: 'bug-gone', bug }),
    })
  }

  async board(first?: number): Promise<Board> {
    this.#filling ??= this.#fill()
    try {
      await this.#filling
    } catch (error) {
      // The next one who asks tries again.
      this.#filling = null
      throw error
    }
    const specs = this.#specs.all()
    return { specs: first === undefined ? specs : newest(specs, first), bugs: this.#bugs.all() }
  }

  specChanged(feature: string): void {
    if (this.#filling !== null) this.#specs.changed(feature)
  }

  bugChanged(bug: string): void {
    if (this.#filling !== null) this.#bugs.changed(bug)
  }

  allChanged(): void {
    if (this.#filling === null) return
    for (const name of [...this.#specs.names(), ...this.#listed()]) this.#specs.changed(name)
    for (const name of [...this.#bugs.names(), ...listBugs(this.#options.folders)])
      this.#bugs.changed(name)
  }

  close(): void {
    this.#specs.close()
    this.#bugs.close()
  }

  /** Everything once, a little at a time. */
  async #fill(): Promise<void> {
    let began = performance.now()
    const breathe = async (): Promise<void> => {
      if (performance.now() - began < SLICE_MS) return
      await nextTurn()
      began = performance.now()
    }
    for (const feature of this.#listed()) {
      this.#specs.add(feature)
      await breathe()
    }
    for (const bug of listBugs(this.#options.folders)) {
      this.#bugs.add(bug)
      await breathe()
    }
  }

  #listed(): FeatureName[] {
    const { folders, journals } = this.#options
    return listedSpecs(folders, (feature) => journals.glance(feature).state)
  }

  #readSpec(name: string): Omit<SpecRow, 'version'> | null {
    const feature = featureNameSchema.parse(name)
    const reader =
      this.#readers.get(name) ??
      new SpecReader(name, specDirOf(this.#options.folders, feature), () =>
        this.#options.journals.fold(feature),
      )
    this.#readers.set(name, reader)
    const reading = readOr(reader, { feature, isDriven: this.#options.drives(feature) })
    if (reading !== null) return this.#rowOf(feature, reading)
    this.#readers.delete(name)
    this.#options.journals.forget(feature)
    return null
  }

  #rowOf(feature: FeatureName, reading: SpecReading): Omit<SpecRow, 'version'> {
    const { spec, state, createdAt, activeAt, tasks, approvals, openComments, problem } = reading
    const failure = this.#options.journalFailure(feature)
    const isDriven = this.#options.drives(feature)
    const run = runOf(failure === null ? state : unrecorded(state), spec, isDriven)
    return {
      feature,
      phase: spec.phase,
      run,
      usage: state.spent.spec,
      tasks,
      approvals,
      permissions: spec.permissions,
      problem,
      description: spec.description,
      language: spec.language,
      createdAt,
      activeAt,
      detail: failure ?? state.detail,
      question: run.waitingFor === 'answer' ? state.question : null,
      budget: budgetOf(spec, this.#options.budget()),
      mode: state.mode,
      agentId: state.step?.agentId ?? null,
      review: spec.review,
      inspections: spec.inspections,
      redo: state.redo,
      openComments,
    }
  }
}

/** The end of a run that its journal could not take. */
const unrecorded = (state: AutoExecutionState): AutoExecutionState => ({
  ...state,
  ...NOT_WAITING,
  status: 'error',
  reason: 'host-failed',
})

/** A folder that nobody may look into is shown as one: the others are shown all the same. */
function readOr(
  reader: SpecReader,
  { feature, isDriven }: { feature: FeatureName; isDriven: boolean },
): SpecReading | null {
  try {
    return reader.read(isDriven)
  } catch (error) {
    const spec = normaliseSpec(feature, {})
    return {
      spec,
      createdAt: null,
      state: initialState(feature),
      tasks: null,
      approvals: spec.approvals,
      openComments: 0,
      activeAt: null,
      problem: describe(error),
    }
  }
}

const newest = (rows: SpecRow[], count: number): SpecRow[] =>
  rows.toSorted((a, b) => (b.activeAt ?? '').localeCompare(a.activeAt ?? '')).slice(0, count)
