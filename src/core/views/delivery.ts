import type { Phase, WorkflowName } from '../../contracts/phases.ts'
import type { Spec } from '../../contracts/spec-json.ts'
import type { CheckStanding, Delivery, DeployView } from '../../contracts/views/delivery.ts'
import type { SpecStatus } from '../../contracts/views/status.ts'
import { recordAfter } from '../workflow/records.ts'
import { workflowOf } from '../workflow/workflows.ts'

interface Source {
  workflow: WorkflowName
  spec: Pick<Spec, 'phase' | 'inspections'>
  run: SpecStatus['run']
}

/** Of an item that nothing has been done for. */
export const NOTHING_DELIVERED: Delivery = {
  workspace: { kind: 'checkout' },
  checks: [],
  inspection: null,
  deploy: { state: 'none', commit: null, url: null, place: null, conflicts: [] },
}

/** Where the work of an item is and how far it is verified, for every screen and terminal. */
export function deliveryOf({ workflow, spec, run }: Source): Delivery {
  const last = spec.inspections.at(-1)
  return {
    ...NOTHING_DELIVERED,
    inspection: last === undefined ? null : { round: last.number, verdict: last.result },
    deploy: { ...NOTHING_DELIVERED.deploy, state: deployState(workflow, spec.phase, run) },
  }
}

const STATE_WHILE = {
  idle: 'none',
  completed: 'none',
  queued: 'queued',
  running: 'running',
  paused: 'paused',
  error: 'paused',
} as const satisfies Record<SpecStatus['run']['status'], DeployView['state']>

function deployState(
  workflow: WorkflowName,
  recorded: Spec['phase'],
  run: SpecStatus['run'],
): DeployView['state'] {
  const release = workflowOf({ workflow }).phases.find(({ kind }) => kind === 'release')
  if (release === undefined) return 'none'
  if (recorded === recordAfter(workflow, release.phase)) return 'done'
  return isAt(run, release.phase) ? STATE_WHILE[run.status] : 'none'
}

const isAt = (run: SpecStatus['run'], phase: Phase): boolean => run.phase === phase

const WORST = ['failed', 'stale', 'never', 'passed'] as const satisfies readonly CheckStanding[]

/** All checks in one word: the worst of them. Null when none is declared. */
export const checkStanding = ({ checks }: Pick<Delivery, 'checks'>): CheckStanding | null =>
  WORST.find((standing) => checks.some(({ result }) => result === standing)) ?? null

/** No check is declared: whatever looks like success was said by agents alone. */
export const isUnverified = ({ checks }: Pick<Delivery, 'checks'>): boolean => checks.length === 0
