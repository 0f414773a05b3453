import type { Allowed, SpecAction } from '../../contracts/views/allowed.ts'
import type { Phase } from '../../contracts/phases.ts'
import type { RowFacts } from '../../contracts/views/board.ts'
import type { Situation } from '../workflow/situation.ts'
import { refusalOf, refusedAtOnce, validatePreconditions } from '../workflow/rules/allowed-acts.ts'
import { phasesOf, workflowOf } from '../workflow/workflows.ts'
import { phaseToRun } from '../views/phase-cells.ts'
import { rowSituation } from './row-situation.ts'
import { nextAction, phaseActions, phaseToApprove } from './spec-actions.ts'
import { waitsOf } from './waits.ts'

/** What the user may do with an item, and why not: for every screen, by the rules of `decide`. */
export function allowedIn(row: RowFacts, retries: Situation['retries'] = {}): Allowed {
  const situation = { ...rowSituation(row), retries }
  const phases = phasesOf(workflowOf(row))
  const actions = phases.flatMap((phase) => phaseActions(row, phase, situation))
  const refused = refusedAtOnce(row.run)?.code ?? null
  return {
    next: nextAction(row),
    waits: waitsOf(row),
    toRun: phaseToRun(row),
    refused,
    lacking: refused === null && row.problem === null ? lackingIn(situation, phases) : {},
    run: actions.filter(isRun).flatMap(({ phase, fix }) => (fix ? [] : [phase])),
    fix: actions.filter(isRun).flatMap(({ phase, fix }) => (fix ? [phase] : [])),
    retry: phases.filter((phase) => mayRetry(row, situation, phase)),
    approve: actions.flatMap((action) => (isApproval(action) ? [action.phase] : [])),
    reject: actions.flatMap((action) => (action.type === 'reject' ? [action.phase] : [])),
    awaited: phaseToApprove(row),
  }
}

const isRun = (action: SpecAction) => action.type === 'run-phase'
const isApproval = (action: SpecAction) =>
  action.type === 'approve' || action.type === 'approve-and-resume'

const lackingIn = (situation: Situation, phases: Phase[]): Allowed['lacking'] =>
  Object.fromEntries(
    phases
      .map((phase) => [phase, validatePreconditions(situation, phase)] as const)
      .filter(([, missing]) => missing.length > 0),
  )

/** Whether everything from this phase on may be rerun: only when it is due and GO. */
const mayRetry = (row: RowFacts, situation: Situation, phase: Phase): boolean =>
  row.problem === null &&
  row.permissions[phase] &&
  refusalOf(situation, { type: 'retry', phase }) === null
