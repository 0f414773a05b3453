import type { CheckResult } from '../../contracts/host-steps.ts'
import type { WorkflowName } from '../../contracts/phases.ts'
import type { AutoExecutionState } from '../../contracts/run-state.ts'
import type { Spec } from '../../contracts/spec-json.ts'
import type {
  CheckStanding,
  CheckView,
  Delivery,
  DeployView,
} from '../../contracts/views/delivery.ts'
import type { SpecStatus } from '../../contracts/views/status.ts'
import { recordAfter } from '../workflow/records.ts'
import { workflowOf } from '../workflow/workflows.ts'

/** The delivery of an item that nothing has been done for. */
export const NOTHING_DELIVERED: Delivery = {
  workspace: { kind: 'checkout' },
  checks: [],
  inspection: null,
  deploy: { state: 'none', commit: null, url: null, queued: null, conflicts: [] },
}

type RunParts = Pick<AutoExecutionState, 'workspace' | 'checks' | 'tree' | 'isRecorded' | 'phases'>

interface Source {
  workflow: WorkflowName
  state: RunParts
  spec: Pick<Spec, 'phase' | 'inspections'>
  run: SpecStatus['run']
  /** The names of the checks that are declared. */
  declared: readonly string[]
}

/** Where the work of an item is and how far it is verified, for every screen and terminal. */
export function deliveryOf({ workflow, state, spec, run, declared }: Source): Delivery {
  const last = spec.inspections.at(-1)
  return {
    workspace: workspaceOf(state),
    checks: checksOf(state, declared),
    inspection: last === undefined ? null : { round: last.number, verdict: last.result },
    deploy: deployOf({ workflow, state, spec, run }),
  }
}

function workspaceOf({ workspace }: RunParts): Delivery['workspace'] {
  if (workspace.kind === 'checkout') return { kind: 'checkout' }
  const { kind, path, branch, base } = workspace
  return { kind, path, branch, base }
}

/** The result of each named check for the current code. */
export const checksOf = (state: RunParts, names: readonly string[]): CheckView[] =>
  names.map((name) => checkView(state, name))

function checkView(state: RunParts, name: string): CheckView {
  const found = state.checks[name]
  if (found === undefined) return { name, result: 'never', at: null, log: null }
  const result = isForCurrentCode(state, found) ? found.result : 'stale'
  return { name, result, at: found.at, log: found.log }
}

/** Whether the result is for the recorded workspace, or for what is being or was deployed. */
function isForCurrentCode({ tree, isRecorded, phases }: RunParts, found: CheckResult): boolean {
  const { ready, done } = phases.deploy
  // Nothing was written since, so the last results are for what was deployed.
  if (done !== null) return true
  return (isRecorded && found.tree === tree) || (ready !== null && found.tree === ready.tree)
}

const STATE_WHILE = {
  idle: 'none',
  completed: 'none',
  queued: 'queued',
  running: 'running',
  paused: 'paused',
  error: 'paused',
} as const satisfies Record<SpecStatus['run']['status'], DeployView['state']>

function deployOf({ workflow, state, spec, run }: Omit<Source, 'declared'>): DeployView {
  const { queued, isHeld, landed, done, conflict } = state.phases.deploy
  const release = workflowOf({ workflow }).phases.find(({ kind }) => kind === 'release')
  const isHere = release !== undefined && run.phase === release.phase
  const isDone = release !== undefined && spec.phase === recordAfter(workflow, release.phase)
  const isWaiting = isHere && run.status === 'running' && queued !== null && !isHeld
  const { commit, url } = done ?? landed ?? { commit: null, url: null }
  return {
    state: isDone ? 'done' : isWaiting ? 'queued' : isHere ? STATE_WHILE[run.status] : 'none',
    commit,
    url,
    queued: isWaiting ? queued : null,
    conflicts: isDone ? [] : (conflict?.files ?? []),
  }
}

type Queued = Pick<Delivery, 'deploy'>

/** The position in the deploy queue of its base branch, from 1; null if it is not queued. */
export function placeInQueue(row: Queued, rows: Iterable<Queued>): number | null {
  const { queued } = row.deploy
  if (queued === null) return null
  let place = 1
  for (const { deploy } of rows)
    if (deploy.queued?.base === queued.base && deploy.queued.at < queued.at) place++
  return place
}

const WORST = ['failed', 'stale', 'never', 'passed'] as const satisfies readonly CheckStanding[]

/** The worst result of all checks; null when none is declared. */
export const checkStanding = ({ checks }: Pick<Delivery, 'checks'>): CheckStanding | null =>
  WORST.find((standing) => checks.some(({ result }) => result === standing)) ?? null

/** No check is declared: apparent success is only the agents' word. */
export const isUnverified = ({ checks }: Pick<Delivery, 'checks'>): boolean => checks.length === 0
