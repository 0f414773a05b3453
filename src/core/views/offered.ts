import type { SpecAction } from '../../contracts/views/allowed.ts'
import type { ItemRow } from '../../contracts/views/board.ts'
import type { Phase } from '../../contracts/phases.ts'
import { isDocumentPhase } from '../../contracts/spec-json.ts'
import { definitionOf } from '../workflow/workflows.ts'

type Shown = Pick<ItemRow, 'allowed'>

const has = (phases: readonly Phase[], phase: Phase): boolean => phases.includes(phase)

/** What the user may do with one phase, in the order in which it is offered. */
export function offeredFor({ allowed }: Shown, phase: Phase): SpecAction[] {
  const { approve, reject, run, fix, awaited } = allowed
  return [
    ...approve
      .filter((one) => one === phase)
      .map((one): SpecAction => ({
        type: one === awaited ? 'approve-and-resume' : 'approve',
        phase: one,
      })),
    ...reject
      .filter((one) => one === phase)
      .map((one): SpecAction => ({
        type: 'reject',
        phase: one,
        ...(one === awaited ? { andThen: 'resume' } : {}),
      })),
    ...(has(run, phase) ? [{ type: 'run-phase', phase, fix: false } as const] : []),
    ...(has(fix, phase) ? [{ type: 'run-phase', phase, fix: true } as const] : []),
  ]
}

/** The document is written but not approved; a live run handles its approvals itself. */
export const waitsForApproval = ({ allowed }: Shown, phase: Phase): boolean =>
  isDocumentPhase(phase) && has(allowed.approve, phase)

export const retryFrom = ({ allowed }: Shown, phase: Phase): SpecAction | null =>
  has(allowed.retry, phase) ? { type: 'retry', from: phase } : null

const isRelease = (phase: Phase): boolean => definitionOf(phase).kind === 'release'

/** Deploys the work, or null if that is not possible now. */
export function deployOffer({ allowed }: Shown): SpecAction | null {
  const phase = allowed.run.find(isRelease)
  return phase === undefined ? null : { type: 'run-phase', phase, fix: false }
}

/** The code is written: what is left is to look at it, and to deploy it. */
export function isFinished({ allowed: { next }, run }: Pick<ItemRow, 'allowed' | 'run'>): boolean {
  const isDeploy = next?.type === 'run-phase' && isRelease(next.phase)
  return run.status === 'completed' && (next?.type === 'view-changes' || isDeploy)
}
