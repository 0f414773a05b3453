import type { ApprovablePhase, Phase } from '../../contracts/phases.ts'
import type { Precondition } from '../../contracts/rejections.ts'
import type { Situation } from './situation.ts'
import { definitionOf, documentsBefore, phasesBefore, workflowOf } from './workflows.ts'

/** What a person may want a work item to do. */
export type Act =
  | { type: 'start' | 'resume' | 'reset' }
  | { type: 'run-phase' | 'retry'; phase: Phase }
  | { type: 'approve' | 'reject'; phase: ApprovablePhase }

export type Refusal =
  | { code: 'ALREADY_EXECUTING' }
  | { code: 'IMPL_LIMIT' }
  | { code: 'NOTHING_TO_RESUME' }
  | { code: 'PHASE_NOT_AVAILABLE'; phase: Phase }
  | { code: 'NOT_GENERATED'; phase: Phase }
  | { code: 'PRECONDITION'; phase: Phase; missing: Precondition[] }

/** The one rule for what is allowed, and why not: for the engine, the page and the CLI alike. */
export function refusalOf(situation: Situation, act: Act): Refusal | null {
  switch (act.type) {
    case 'reset':
      return whileLive(situation)
    case 'approve':
    case 'reject':
      return whileLive(situation) ?? unlessWritten(situation, act.phase)
    case 'start':
      return refusedAtOnce(situation)
    case 'resume':
      return refusedAtOnce(situation) ?? unlessStopped(situation)
    case 'retry':
      return refusedAtOnce(situation) ?? unlessItsTurn(situation, act.phase)
    case 'run-phase':
      return refusedAtOnce(situation) ?? unlessReady(situation, act.phase)
    default:
      return act satisfies never
  }
}

export const isLive = ({ status }: Pick<Situation, 'status'>): boolean =>
  status === 'running' || status === 'queued'

const whileLive = (run: Pick<Situation, 'status'>): Refusal | null =>
  isLive(run) ? { code: 'ALREADY_EXECUTING' } : null

/** What refuses any new run, whatever the disk says. */
export function refusedAtOnce(run: Pick<Situation, 'status' | 'reason'>): Refusal | null {
  if (run.status === 'error' && run.reason === 'impl-limit') return { code: 'IMPL_LIMIT' }
  return whileLive(run)
}

const unlessStopped = ({ status }: Situation): Refusal | null =>
  status === 'paused' || status === 'error' ? null : { code: 'NOTHING_TO_RESUME' }

const unlessWritten = ({ written }: Situation, phase: ApprovablePhase): Refusal | null =>
  definitionOf(phase).document === null || written.includes(phase)
    ? null
    : { code: 'NOT_GENERATED', phase }

const unavailable = (phase: Phase): Refusal | null =>
  definitionOf(phase).unavailable === null ? null : { code: 'PHASE_NOT_AVAILABLE', phase }

const unlessComplete = (phase: Phase, missing: Precondition[]): Refusal | null =>
  missing.length === 0 ? null : { code: 'PRECONDITION', phase, missing }

/** A phase whose turn has not come is refused: another one is never launched in its place. */
function unlessItsTurn(situation: Situation, phase: Phase): Refusal | null {
  const missing = phasesBefore(workflowOf(situation), phase)
    .filter((earlier) => !situation.passed.includes(earlier))
    .map((earlier) => ({ phase: earlier, needs: definitionOf(earlier).lack }))
  return unavailable(phase) ?? unlessComplete(phase, missing)
}

const unlessReady = (situation: Situation, phase: Phase): Refusal | null =>
  unavailable(phase) ?? unlessComplete(phase, validatePreconditions(situation, phase))

/** What a phase needs before a person may run it manually. */
export function validatePreconditions(situation: Situation, phase: Phase): Precondition[] {
  const missing: Precondition[] = documentsBefore(workflowOf(situation), phase)
    .filter((document) => !situation.approved.includes(document))
    .map((document) => ({ phase: document, needs: 'approved' }))
  const { after } = definitionOf(phase)
  if (after !== null && !situation.done.includes(after.phase))
    missing.push({ phase: after.phase, needs: definitionOf(after.phase).lack })
  return missing
}
