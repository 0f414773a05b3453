import type { WorkItem } from '../../contracts/work-item.ts'
import { hash } from 'node:crypto'
import { lstatSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { commentsSchema } from '../../contracts/views/comments.ts'
import {
  DOCUMENT_PHASES,
  type DocumentPhase,
  type Phase,
  type WorkflowName,
} from '../../contracts/phases.ts'
import type { Workspace } from '../../contracts/host-steps.ts'
import type { AutoExecutionState } from '../../contracts/run-state.ts'
import type { Approvals, Spec, SpecJson } from '../../contracts/spec-json.ts'
import type { SpecStatus } from '../../contracts/views/status.ts'
import type { ItemTime } from '../../contracts/views/insights.ts'
import { NO_ITEM_TIME } from '../../core/metrics/segments.ts'
import { initialState } from '../../core/state/evolve.ts'
import type { Facts } from '../../core/decide/facts.ts'
import { documentOf } from '../../core/workflow/workflows.ts'
import { isOnlyInputSection } from '../../core/readers/requirements-input.ts'
import { readVerification } from '../../core/readers/verification-report.ts'
import { readTasks, withoutSkipped } from '../../core/readers/tasks/tasks-document.ts'
import { readRecord } from '../../core/spec/normalise.ts'
import { COMMENTS_FILE } from '../documents/comments-file.ts'
import { describe, errnoOf, isMissing } from '../files/errno.ts'
import type { RunFold } from '../journal/run-fold.ts'
import {
  LinkRefused,
  namesIn,
  readDocumentText,
  refuseLinksOut,
  refuseTooLarge,
} from '../files/own-files.ts'
import { readSpecJson, RECORD_FILES } from '../files/spec-json-file.ts'
import { refuseSpecLinks } from '../files/spec-links.ts'
import { judged } from './judged.ts'
import { isOpenRun } from './listed-specs.ts'
import { documentNames } from '../../core/formats/document-names.ts'
import { isItemWith } from '../../core/formats/item-place.ts'
import { BUG_FILES, NAMED_FILES } from '../../core/workflow/document-files.ts'
import { followedWorkflow } from '../../core/workflow/recorded-workflow.ts'

export interface SpecReading {
  spec: Spec
  createdAt: string | null
  state: AutoExecutionState
  workflow: WorkflowName
  tasks: SpecStatus['tasks']
  approvals: Approvals
  passed: Phase[]
  done: Phase[]
  leftOut: Phase[]
  openComments: number
  documentFiles: Partial<Record<DocumentPhase, string>>
  time: ItemTime
  activeAt: string | null
  completedAt: string | null
  problem: string | null
}

type Known = Pick<SpecReading, 'spec' | 'createdAt'> & { json: SpecJson }

interface Cached {
  key: string
  value: unknown
}

type Standing = Pick<RunFold, 'state' | 'enteredAt' | 'completedAt'> & {
  time?: Pick<RunFold['time'], 'time'>
}

interface ItemSources {
  dir: string
  /** Where its documents are. */
  liveOf: (workspace: Workspace) => string
  foldOf: () => Standing
  /** Whether tasks that are put aside need not be done. */
  skipsTasks?: () => boolean
}

/** Reads one work item from disk; unchanged files are not read again. */
export class SpecReader {
  readonly #item: WorkItem
  readonly #dir: string
  readonly #liveOf: (workspace: Workspace) => string
  readonly #foldOf: () => Standing
  readonly #skipsTasks: () => boolean
  readonly #record: string
  readonly #cache = new Map<string, Cached>()
  readonly #hashes = new Map<string, { key: string; value: string }>()
  #state: AutoExecutionState
  #enteredAt: string | null = null
  #time: ItemTime = NO_ITEM_TIME
  #completedAt: string | null = null
  #known: Known

  constructor(item: WorkItem, { dir, liveOf, foldOf, skipsTasks }: ItemSources) {
    this.#item = item
    this.#dir = dir
    this.#liveOf = liveOf
    this.#foldOf = foldOf
    this.#skipsTasks = skipsTasks ?? (() => false)
    this.#record = RECORD_FILES[item.kind]
    this.#state = initialState(item)
    this.#known = this.#unknown()
  }

  /** Null when there is no such item; one that is driven exists whatever happened to its files. */
  read(isDriven = false): SpecReading | null {
    const names = namesOrNone(this.#dir)
    const files = statsIn(
      this.#dir,
      names,
      (name) => name === this.#record || name === COMMENTS_FILE,
    )
    const problems: string[] = []
    const attempt = (act: () => void): void => {
      try {
        act()
      } catch (error) {
        problems.push(describe(error))
      }
    }
    attempt(() => refuseSpecLinks(this.#dir, this.#item.kind))
    const isSafe = problems.length === 0
    if (isSafe) {
      attempt(() => this.#takeSpec(files))
      attempt(() => this.#follow())
    }
    const live = this.#liveOf(this.#state.workspace)
    const liveNames = live === this.#dir ? names : namesOrNone(live)
    const { documentIn, fileOf } = documentNames(this.#item, liveNames)
    for (const [name, stat] of statsIn(live, liveNames, (one) => one.endsWith('.md'))) {
      const document = documentIn(name)
      if (document !== null) files.set(document, stat)
    }
    if (isSafe)
      attempt(() => {
        for (const { path, size } of files.values()) refuseUnfit(path, size)
      })
    if (!this.#isThere(names) && !isDriven && !isOpenRun(this.#state)) return null
    const { json, ...known } = this.#known
    const state = this.#following(json)
    const facts = this.#documents(files)
    const skips = this.#skipsTasks()
    const counts = this.#cached('tasks.md', files, tasksIn)?.counts ?? null
    const tasks = counts && (skips ? counts.without : counts.all)
    return {
      ...known,
      ...judged(state, { ...facts, spec: known.spec, tasks }),
      state: this.#state,
      openComments: this.#cached(COMMENTS_FILE, files, openCommentsIn) ?? 0,
      documentFiles: namedOtherwise(fileOf),
      time: this.#time,
      activeAt: this.#activeAt(files),
      completedAt: this.#completedAt,
      problem: problems[0] ?? null,
    }
  }

  #isThere(names: readonly string[]): boolean {
    return names.includes(this.#record) || isItemWith(this.#item, names)
  }

  #following(json: SpecJson): AutoExecutionState {
    const workflow = followedWorkflow(this.#state, json)
    return workflow === this.#state.workflow ? this.#state : { ...this.#state, workflow }
  }

  #readSpec(): Known {
    const json = readSpecJson(this.#dir, this.#item)
    const createdAt = json['created_at']
    return {
      json,
      spec: readRecord(this.#item, json),
      createdAt: typeof createdAt === 'string' ? createdAt : null,
    }
  }

  /** The last known record stays if the file is missing and cannot be replaced. */
  #takeSpec(files: Stats): void {
    // An item may have only documents.
    if (!files.has(this.#record)) this.#known = this.#readSpec()
    else this.#takeRecord(files)
  }

  #takeRecord(files: Stats): void {
    this.#known = this.#unknown()
    this.#known = this.#cached(this.#record, files, () => this.#readSpec()) ?? this.#known
  }

  #unknown(): Known {
    return { json: {}, spec: readRecord(this.#item, {}), createdAt: null }
  }

  #follow(): void {
    const { state, enteredAt, completedAt, time } = this.#foldOf()
    this.#time = time?.time ?? NO_ITEM_TIME
    this.#state = state
    this.#enteredAt = enteredAt
    this.#completedAt = completedAt
  }

  #documents(files: Stats): Pick<Facts, 'files' | 'requirementsAreOnlyInput' | 'verification'> {
    const facts: Facts['files'] = {}
    for (const name of NAMED_FILES[this.#item.kind]) {
      const read = READERS[name] ?? emptinessOf
      const empty = this.#cached<{ empty: boolean }>(name, files, read)?.empty
      if (empty !== undefined) facts[name] = { fingerprint: this.#fingerprint(name, files), empty }
    }
    const requirements = this.#cached('requirements.md', files, requirementsIn)
    const verification = this.#cached(BUG_FILES.verify, files, verificationIn)?.verification
    return {
      files: facts,
      requirementsAreOnlyInput: requirements?.isOnlyInput ?? false,
      ...(verification && { verification }),
    }
  }

  /** Computed only if the journal has one to compare it with, after an agent overstepped. */
  #fingerprint(name: string, files: Stats): string {
    const { strays, phases } = this.#state
    if (!(name in strays) && phases.impl.vanished === null) return ''
    const key = files.get(name)?.key ?? ''
    const cached = this.#hashes.get(name)
    if (cached?.key === key) return cached.value
    const text = textOf(files.get(name)?.path ?? '') ?? ''
    const value = `0-${hash('sha1', text, 'hex')}`
    this.#hashes.set(name, { key, value })
    return value
  }

  #activeAt(files: Stats): string | null {
    let latest = this.#enteredAt === null ? 0 : Date.parse(this.#enteredAt) || 0
    for (const [name, { changedMs }] of files)
      if (name.endsWith('.md')) latest = Math.max(latest, changedMs)
    return latest === 0 ? null : new Date(latest).toISOString()
  }

  /** Undefined when the file is missing or cannot be read. */
  #cached<T>(name: string, files: Stats, read: (text: string) => T): T | undefined {
    const key = files.get(name)?.key
    if (key === undefined) return undefined
    const cached = this.#cache.get(name)
    if (cached?.key === key) return cached.value as T
    this.#cache.delete(name)
    const text = name === this.#record ? '' : textOf(files.get(name)?.path ?? '')
    if (text === null) return undefined
    const value = read(text)
    this.#cache.set(name, { key, value })
    return value
  }
}

interface Stat {
  path: string
  key: string
  changedMs: number
  size: number
}

type Stats = ReadonlyMap<string, Stat>

const isRecord = (name: string): boolean => Object.values(RECORD_FILES).includes(name)

/** For each file a key that changes with its content. */
function statsIn(
  dir: string,
  names: readonly string[],
  isWanted: (name: string) => boolean,
): Map<string, Stat> {
  const found = new Map<string, Stat>()
  for (const name of names) {
    if (!isWanted(name)) continue
    const path = join(dir, name)
    const stat = statSync(path, { bigint: true, throwIfNoEntry: false })
    if (stat === undefined || (!stat.isFile() && !isRecord(name))) continue
    const key = `${stat.ino}-${stat.size}-${stat.mtimeNs}-${stat.ctimeNs}`
    const changedMs = Number(stat.mtimeNs / 1_000_000n)
    found.set(name, { path, key, changedMs, size: Number(stat.size) })
  }
  return found
}

/** A document outside of the project or too large is not read, and ends a run. */
function refuseUnfit(path: string, size: number): void {
  refuseTooLarge(path, size)
  if (lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink()) refuseLinksOut(path)
}

function namesOrNone(dir: string): string[] {
  try {
    return namesIn(dir)
  } catch (error) {
    if (isMissing(error) || errnoOf(error) === 'ENOTDIR') return []
    throw error
  }
}

/** An unreadable document counts as missing; the run reports it when it gets there. */
function textOf(path: string): string | null {
  try {
    return readDocumentText(path)
  } catch (error) {
    if (errnoOf(error) === null && !(error instanceof LinkRefused)) throw error
    return null
  }
}

const emptinessOf = (text: string) => ({ empty: text.trim() === '' })

const requirementsIn = (text: string) => ({
  empty: text.trim() === '',
  isOnlyInput: isOnlyInputSection(text),
})

function tasksIn(text: string): { empty: boolean; counts: TaskCountsBoth | null } {
  const reading = readTasks(text)
  const empty = text.trim() === ''
  if (!reading.ok) return { empty, counts: null }
  return { empty, counts: { all: reading.counts, without: withoutSkipped(reading.tasks).counts } }
}

/** Counts with and without the tasks that are put aside. */
type TaskCountsBoth = Record<'all' | 'without', NonNullable<SpecStatus['tasks']>>

const verificationIn = (text: string) => ({
  empty: text.trim() === '',
  verification: { reading: readVerification(text), text: '' },
})

/** What is read from these documents besides whether they are empty. */
const READERS: Readonly<Record<string, (text: string) => { empty: boolean }>> = {
  'requirements.md': requirementsIn,
  'tasks.md': tasksIn,
  [BUG_FILES.verify]: verificationIn,
}

function openCommentsIn(text: string): number {
  try {
    const comments = commentsSchema.parse(JSON.parse(text))
    return comments.filter(({ resolvedAt }) => !resolvedAt).length
  } catch {
    return 0
  }
}

export function namedOtherwise(fileOf: (document: string) => string): SpecReading['documentFiles'] {
  const found: SpecReading['documentFiles'] = {}
  for (const phase of DOCUMENT_PHASES) {
    const { file } = documentOf(phase)
    if (fileOf(file) !== file) found[phase] = fileOf(file)
  }
  return found
}
