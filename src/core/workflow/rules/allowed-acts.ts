import type { ApprovablePhase, Phase, WorkflowName } from '../../../contracts/phases.ts'
import type { Precondition } from '../../../contracts/rejections.ts'
import type { Situation } from '../situation.ts'
import { definitionOf, documentsBefore, phasesBefore, phasesOf, workflowOf } from '../workflows.ts'

/** What the user may want to do with a work item. */
export type Act =
  | { type: 'start' | 'resume' | 'reset' }
  | { type: 'run-phase' | 'retry'; phase: Phase }
  | { type: 'approve' | 'reject'; phase: ApprovablePhase }

export type Refusal =
  | { code: 'ALREADY_EXECUTING' }
  | { code: 'IMPL_LIMIT' }
  | { code: 'NOTHING_TO_RESUME' }
  | { code: 'NOT_IN_WORKFLOW'; phase: Phase; workflow: WorkflowName }
  | { code: 'RETRY_LIMIT'; phase: Phase; limit: number }
  | { code: 'NOT_GENERATED'; phase: Phase }
  | { code: 'PRECONDITION'; phase: Phase; missing: Precondition[] }

/** The one rule for what is allowed, and why not: for the engine, the page and the CLI alike. */
export function refusalOf(situation: Situation, act: Act): Refusal | null {
  switch (act.type) {
    case 'reset':
      return whileLive(situation)
    case 'approve':
    case 'reject':
      return (
        whileLive(situation) ??
        unlessInWorkflow(situation, act.phase) ??
        unlessWritten(situation, act.phase)
      )
    case 'start':
      return refusedAtOnce(situation)
    case 'resume':
      return refusedAtOnce(situation) ?? unlessStopped(situation)
    case 'retry':
      return (
        refusedAtOnce(situation) ??
        unlessInWorkflow(situation, act.phase) ??
        unlessItsTurn(situation, act.phase) ??
        unlessTooOften(situation, act.phase)
      )
    case 'run-phase':
      return (
        refusedAtOnce(situation) ??
        unlessInWorkflow(situation, act.phase) ??
        unlessReady(situation, act.phase)
      )
    default:
      return act satisfies never
  }
}

export const isLive = ({ status }: Pick<Situation, 'status'>): boolean =>
  status === 'running' || status === 'queued'

type RefusalOf<C extends Refusal['code']> = Extract<Refusal, { code: C }>

const whileLive = (run: Pick<Situation, 'status'>): RefusalOf<'ALREADY_EXECUTING'> | null =>
  isLive(run) ? { code: 'ALREADY_EXECUTING' } : null

/** Why any new run is refused, whatever the disk says. */
export function refusedAtOnce(
  run: Pick<Situation, 'status' | 'reason'>,
): RefusalOf<'ALREADY_EXECUTING' | 'IMPL_LIMIT'> | null {
  if (run.status === 'error' && run.reason === 'impl-limit') return { code: 'IMPL_LIMIT' }
  return whileLive(run)
}

const unlessStopped = ({ status }: Situation): Refusal | null =>
  status === 'paused' || status === 'error' ? null : { code: 'NOTHING_TO_RESUME' }

const unlessWritten = ({ written }: Situation, phase: ApprovablePhase): Refusal | null =>
  definitionOf(phase).document === null || written.includes(phase)
    ? null
    : { code: 'NOT_GENERATED', phase }

export const unlessInWorkflow = (
  { workflow }: Pick<Situation, 'workflow'>,
  phase: Phase,
): Refusal | null =>
  phasesOf(workflowOf({ workflow })).includes(phase)
    ? null
    : { code: 'NOT_IN_WORKFLOW', phase, workflow }

function unlessTooOften(situation: Situation, phase: Phase): Refusal | null {
  const { retries: limit } = workflowOf(situation)
  const isTooOften = limit !== null && (situation.retries?.[phase] ?? 0) >= limit
  return isTooOften ? { code: 'RETRY_LIMIT', phase, limit } : null
}

const unlessComplete = (phase: Phase, missing: Precondition[]): Refusal | null =>
  missing.length === 0 ? null : { code: 'PRECONDITION', phase, missing }

/** A phase that is not due is refused: no other is launched in its place. */
function unlessItsTurn(situation: Situation, phase: Phase): Refusal | null {
  const workflow = workflowOf(situation)
  const skipped = workflow.atNogo === 'skips' ? situation.nogo : []
  const mayLack = [...skipped, ...situation.leftOut]
  const missing = phasesBefore(workflow, phase)
    .filter((earlier) => !situation.passed.includes(earlier) && !mayLack.includes(earlier))
    .map((earlier) => ({ phase: earlier, needs: definitionOf(earlier).lack }))
  return unlessComplete(phase, missing)
}

const unlessReady = (situation: Situation, phase: Phase): Refusal | null =>
  unlessComplete(phase, validatePreconditions(situation, phase))

/** What a phase needs before the user may run it manually. */
export function validatePreconditions(situation: Situation, phase: Phase): Precondition[] {
  const workflow = workflowOf(situation)
  const missing: Precondition[] = documentsBefore(workflow, phase)
    .filter((document) => !situation.approved.includes(document))
    .filter((document) => !situation.leftOut.includes(document))
    .map((document) => ({ phase: document, needs: 'approved' }))
  const { after } = definitionOf(phase)
  if (after !== null && !situation.done.includes(after.phase))
    missing.push({ phase: after.phase, needs: definitionOf(after.phase).lack })
  const gate = workflow.gates[phase]
  if (gate !== undefined && !situation.passed.includes(gate))
    missing.push({ phase: gate, needs: 'passed' })
  return missing
}
