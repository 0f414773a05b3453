import { isSpec, type ItemKind, type WorkItem } from '../../contracts/work-item.ts'
import type { Phase } from '../../contracts/phases.ts'
import type { AutoExecutionState } from '../../contracts/run-state.ts'
import type { SpecStatus, UnreadFolder } from '../../contracts/views/status.ts'
import type { Spec } from '../../contracts/spec-json.ts'
import { stopOf } from '../../core/questions/stop.ts'
import { initialState } from '../../core/state/evolve.ts'
import { readTasks } from '../../core/readers/tasks/tasks-document.ts'
import { readRecord } from '../../core/spec/normalise.ts'
import { describe } from '../files/errno.ts'
import { stateAtGlance } from '../journal/journal-glance.ts'
import { isBehindLink, lookingOnce } from '../files/own-files.ts'
import { readSpecJson } from '../files/spec-json-file.ts'
import { refuseSpecLinks } from '../files/spec-links.ts'
import { deliveryOf } from '../../core/views/delivery.ts'
import { formatOf } from '../../core/formats/item-place.ts'
import { hostNow } from '../../core/views/now.ts'
import { liveDirOf } from '../workspaces/live-folder.ts'
import { hasLiveHost } from '../project/host-lock.ts'
import { itemDirOf, listBugs, type ProjectFolders } from '../project/folders.ts'
import { listedSpecs, lookForSpecs } from '../rows/listed-specs.ts'
import { approvalsOf } from '../rows/judged.ts'
import { SpecReader } from '../rows/spec-reader.ts'
import { glanceAtDocuments } from './glance-documents.ts'
import { readRunMarker } from './run-marker.ts'
import { type ReadSpec, StatusCache } from './status-cache.ts'
import { completedRounds } from '../../core/workflow/rules/completed-rounds.ts'
import { followedWorkflow } from '../../core/workflow/recorded-workflow.ts'
import { shownPhase } from '../../core/workflow/shown-phase.ts'
import { definitionOf, workflowOf } from '../../core/workflow/workflows.ts'

type StateOf = (item: WorkItem) => AutoExecutionState

interface StatusOptions {
  /** Given by a host, which already knows what the journals say. */
  stateOf?: StateOf
  declared?: Declared
  /** Whether tasks that are put aside need not be done. */
  skips?: boolean
}

/** The names of the declared checks; null means those that ever ran. */
type Declared = readonly string[] | null

interface Reading {
  isHosted: boolean
  read: (item: WorkItem) => Read
  declared: Declared
}

/** The status of every requested item, by its files. */
export function readStatuses(
  folders: ProjectFolders,
  only: WorkItem | ItemKind,
  {
    stateOf = (item) => stateAtGlance(itemDirOf(folders, item), item),
    declared = null,
    skips = false,
  }: StatusOptions = {},
): SpecStatus[] {
  const isHosted = hasLiveHost(folders)
  const items = typeof only === 'string' ? listed(folders, only, stateOf) : [only]
  const read = (item: WorkItem): Read => readSafely(folders, item, { stateOf, skips })
  return lookingOnce(() =>
    items.map((item) => statusOf(folders, item, { isHosted, read, declared })),
  )
}

interface ManyStatuses {
  statuses: SpecStatus[]
  /** Folders in the specs directory that are not specs. */
  unread: UnreadFolder[]
}

/** For long lists: unchanged specs come from a cache. */
export function readManyStatuses(
  folders: ProjectFolders,
  { declared = null, skips = false }: Omit<StatusOptions, 'stateOf'> = {},
  now = Date.now,
): ManyStatuses {
  if (isBehindLink(folders.specsDir))
    return { statuses: readStatuses(folders, 'spec', { declared, skips }), unread: [] }
  const cache = new StatusCache(folders, now)
  const isHosted = hasLiveHost(folders)
  const stateOf: StateOf = (item) => stateAtGlance(itemDirOf(folders, item), item)
  const read = (item: WorkItem): Read => {
    const fresh = (): Read => readSafely(folders, item, { stateOf, skips })
    // Only what the files alone say may be cached.
    return isSpec(item) && !skips
      ? { problem: null, ...cache.of(item, fresh, dependsOnFilesOnly) }
      : fresh()
  }
  return lookingOnce(() => {
    const { specs, unread } = lookForSpecs(folders, stateOf)
    const statuses = specs.map((item) => statusOf(folders, item, { isHosted, read, declared }))
    cache.save(specs)
    return { statuses, unread }
  })
}

/** Nothing else was involved: no other folder, and nothing that could not be read. */
const dependsOnFilesOnly = ({ problem, state }: Read): boolean =>
  problem === null &&
  state.workspace.kind === 'checkout' &&
  formatOf(state.item).isRecordElsewhere !== true

function statusOf(
  folders: ProjectFolders,
  item: WorkItem,
  { isHosted, read, declared }: Reading,
): SpecStatus {
  const { spec, state, tasks, problem } = read(item)
  const driven = isHosted && readRunMarker(folders, item)?.runId === state.runId
  const run = runOf(state, spec, driven)
  return {
    item,
    workflow: state.workflow,
    phase: spec.phase,
    run,
    ...deliveryOf({
      workflow: state.workflow,
      state,
      spec,
      run,
      declared: declared ?? Object.keys(state.checks),
    }),
    now: hostNow(run, state),
    asks: stopOf({ ...state, status: run.status, reason: run.reason })?.kind ?? null,
    usage: state.spent.spec,
    tasks,
    approvals: spec.approvals,
    permissions: spec.permissions,
    chosen: spec.choices,
    problem,
  }
}

const listed = (folders: ProjectFolders, kind: ItemKind, stateOf: StateOf): WorkItem[] =>
  kind === 'spec' ? listedSpecs(folders, stateOf) : listBugs(folders)

interface Read extends ReadSpec {
  problem: string | null
}

/** Shows the run even if spec.json can no longer be read. */
function readSafely(
  folders: ProjectFolders,
  item: WorkItem,
  { stateOf, skips }: { stateOf: StateOf; skips: boolean },
): Read {
  if (item.kind === 'bug') return readBug(folders, item, stateOf)
  const specDir = itemDirOf(folders, item)
  const problems: string[] = []
  const attempt = <T>(read: () => T): T | null => {
    try {
      return read()
    } catch (error) {
      problems.push(describe(error))
      return null
    }
  }
  attempt(() => refuseSpecLinks(specDir, item.kind))
  const isSafe = problems.length === 0
  const state = isSafe ? attempt(() => stateOf(item)) : null
  const json = (isSafe ? attempt(() => readSpecJson(specDir, item)) : null) ?? {}
  const known = state ?? initialState(item)
  const standing = { ...known, workflow: followedWorkflow(known, json) }
  const liveDir = liveDirOf(folders, item, standing.workspace)
  const documents = isSafe ? glanceAtDocuments(liveDir, item) : null
  const tasks = tasksIn(documents?.tasks ?? null, skips)
  const spec = readRecord(item, json)
  return {
    spec: documents === null ? spec : asWritten(spec, { standing, tasks, documents }),
    state: standing,
    tasks,
    problem: problems[0] ?? null,
  }
}

interface Written {
  standing: AutoExecutionState
  tasks: SpecStatus['tasks']
  documents: ReturnType<typeof glanceAtDocuments>
}

/** Documents that exist count, whatever the record says about them. */
function asWritten(spec: Spec, { standing, tasks, documents }: Written): Spec {
  const phase = shownPhase(workflowOf(standing), standing, {
    ...documents,
    spec,
    tasks: tasks === null ? { ok: false, why: 'missing', line: null } : { ok: true, counts: tasks },
  })
  return { ...spec, phase, approvals: approvalsOf(spec, documents) }
}

/** A bug's documents also determine its phase. */
function readBug(folders: ProjectFolders, item: WorkItem, stateOf: StateOf): Read {
  const reader = new SpecReader(item, {
    dir: itemDirOf(folders, item),
    liveOf: (workspace) => liveDirOf(folders, item, workspace),
    foldOf: () => ({ state: stateOf(item), enteredAt: null, completedAt: null }),
  })
  const reading = reader.read(true)
  if (reading === null) throw new Error('an item that is driven is there')
  const { spec, state, workflow, problem, tasks } = reading
  return { spec, state: { ...state, workflow }, problem, tasks }
}

const countsRounds = (phase: Phase | null): boolean =>
  phase !== null && definitionOf(phase).loop?.kind === 'rounds'

/** A run without a host is not shown as running: it has to be resumed. */
export function runOf(state: AutoExecutionState, spec: Spec, driven: boolean): SpecStatus['run'] {
  const { phase } = state
  const live = state.status === 'running' || state.status === 'queued'
  const round = state.step?.round ?? (completedRounds(spec) || null)
  const orphaned = live && !driven
  return {
    status: orphaned ? 'paused' : state.status,
    reason: orphaned ? 'interrupted' : state.reason,
    phase,
    round: countsRounds(phase) ? round : completedRounds(spec) || null,
    implReruns: state.phases.impl.reruns,
    waitingFor: orphaned ? null : state.waitingFor,
    waitingUntil: orphaned ? null : state.waitingUntil,
    waitingBehind: orphaned ? null : state.waitingBehind,
  }
}

function tasksIn(text: string | null, skips: boolean): SpecStatus['tasks'] {
  const reading = text === null ? null : readTasks(text, skips)
  return reading?.ok === true ? reading.counts : null
}
