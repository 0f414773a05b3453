import type { Rejection } from '../../../contracts/rejections.ts'
import type { AutoExecutionState } from '../../../contracts/run-state.ts'
import type { Draft } from '../../decide/draft.ts'
import type { Phase } from '../../../contracts/phases.ts'
import {
  refusalOf,
  refusedAtOnce,
  unlessInWorkflow,
  type Act,
  type Refusal,
} from '../../workflow/rules/allowed-acts.ts'
import { situationOf } from '../../workflow/situation.ts'

/** Why the act is not allowed, given what is on disk now. */
export function refused({ state, knownFacts }: Draft, act: Act): Rejection | null {
  const refusal = refusalOf(situationOf(state, knownFacts), act)
  return refusal && rejectionOf(state, refusal)
}

/** Why no new run is allowed, before the disk is even read. */
export function runRefused(state: AutoExecutionState): Rejection | null {
  const refusal = refusedAtOnce(state)
  return refusal && rejectionOf(state, refusal)
}

/** A phase that the item's workflow does not have can be neither GO nor NOGO. */
export function foreignPhase(state: AutoExecutionState, phases: Phase[]): Rejection | null {
  for (const phase of phases) {
    const refusal = unlessInWorkflow(state, phase)
    if (refusal !== null) return rejectionOf(state, refusal)
  }
  return null
}

function rejectionOf(state: AutoExecutionState, refusal: Refusal): Rejection {
  const { item, status, phases } = state
  switch (refusal.code) {
    case 'IMPL_LIMIT': {
      const { done, total } = phases.impl.limit ?? { done: null, total: null }
      return { ...refusal, item, done, total }
    }
    case 'NOTHING_TO_RESUME':
      return { ...refusal, item, status }
    case 'ALREADY_EXECUTING':
    case 'NOT_IN_WORKFLOW':
    case 'RETRY_LIMIT':
    case 'NOT_GENERATED':
    case 'PRECONDITION':
      return { ...refusal, item }
    default:
      return refusal satisfies never
  }
}
