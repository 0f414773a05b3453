import type { Phase } from '../../../contracts/phases.ts'
import { momentOf, msOf } from '../../moments.ts'
import type { Draft } from '../draft.ts'
import { announce } from '../finish.ts'

/** Frees slot and tree meanwhile; without answers in time the run uses the suggestions. */
export function waitForAnswers(draft: Draft, phase: Phase): void {
  const { runId } = draft.state
  if (runId === null) throw new Error('only a run asks')
  const until = momentOf(msOf(draft.at) + draft.knownFacts.answerMs)
  const wait = { for: 'answers', phase, until, agent: null, behind: null } as const
  announce(draft, draft.emit({ type: 'run.waiting', ...wait }))
  draft.saveSpec()
  draft.effect({ type: 'release', runId })
  draft.effect({ type: 'arm-wait', runId, until })
}

/** Gets in line for a slot again; questions without an answer take their suggestion. */
export function settleQuestions(draft: Draft, by: 'person' | 'timeout'): void {
  const { runId, phases, decisions, stopSeq } = draft.state
  const { clarify } = phases.requirements
  if (runId === null || clarify === null || clarify.isSettled) return
  const isDecided = (key: string): boolean =>
    decisions.some((decision) => decision.about === stopSeq && decision.key === key)
  const assumed = clarify.questions
    .filter(({ key }) => !isDecided(key))
    .map(({ key, title, suggestion }) => ({ key, issue: title, text: suggestion }))
  draft.emit({ type: 'clarify.settled', by, assumed })
  draft.saveSpec()
  draft.effect({ type: 'release', runId })
  draft.effect({ type: 'acquire-slot', runId, atOnce: false })
}
