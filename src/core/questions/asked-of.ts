import type { Asked, OpenQuestion } from '../../contracts/asked/questions.ts'
import type { AutoExecutionState } from '../../contracts/run-state.ts'
import { stopOf } from './stop.ts'

/** What a stopped run asks, with the answers so far; null when nothing is asked. */
export function askedOf(
  state: AutoExecutionState,
  read: () => readonly OpenQuestion[],
): Asked | null {
  const stop = stopOf(state)
  const { stopSeq: about, phase, decisions, waitingFor } = state
  const reason = waitingFor === 'answers' ? 'needs-answers' : state.reason
  if (stop === null || about === null || !isStopReason(reason)) return null
  const questions = read().map((question) => ({
    ...question,
    answer:
      decisions.findLast((one) => one.about === about && one.key === question.key)?.text ?? null,
  }))
  return { about, reason, phase, document: stop.document, questions }
}

const isStopReason = (reason: AutoExecutionState['reason']): reason is Asked['reason'] =>
  reason !== null && reason !== 'done' && reason !== 'nogo'
