import type { JournalEntry } from '../../contracts/journal.ts'
import type { SpecAction } from '../../contracts/views/allowed.ts'
import { definitionOf } from '../../core/workflow/workflows.ts'
import type { Refusal } from '../app/live.ts'
import type { Messages } from './messages.ts'

type PhaseRun = Extract<SpecAction, { type: 'run-phase' }>

export const wordsOfEntry = (m: Messages, entry: JournalEntry): string => {
  const word = m.journal[entry.type] as ((entry: JournalEntry) => string) | undefined
  // A newer host may know entries that this page does not.
  return word === undefined ? entry.message : word(entry)
}

export const wordsOfRefusal = (m: Messages, refusal: Refusal): string => {
  const word = m.refusals[refusal.code] as ((refusal: Refusal) => string) | undefined
  return word === undefined ? refusal.code : word(refusal)
}

function wordsOfPhaseRun({ common }: Messages, { phase, fix }: PhaseRun): string {
  const { actions, phases } = common
  const { kind } = definitionOf(phase)
  if (fix) return kind === 'code' ? actions.fixFindings : actions.applyFixes
  return kind === 'release' ? actions.deploy : actions.runPhase(phases[phase])
}

export function wordsOfAction(m: Messages, action: SpecAction): string {
  const { actions, phases } = m.common
  switch (action.type) {
    case 'start':
    case 'resume':
    case 'stop':
    case 'reset':
    case 'approve':
      return actions[action.type]
    case 'reject':
      return action.andThen ? m.involvement.requestChanges : actions.reject
    case 'approve-and-resume':
      return m.involvement.approveAndResume
    case 'approve-review-and-resume':
      return actions.approveReviewAndResume
    case 'settle-release':
      return action.hasRun ? actions.releaseHasRun : actions.releaseAgain
    case 'permit-and-start':
      return actions.permitAndStart(phases[action.phase])
    case 'retry':
      return actions.retry(phases[action.from])
    case 'run-phase':
      return wordsOfPhaseRun(m, action)
    case 'answer':
      return actions.answers[action.answer]
    case 'budget':
      return actions.budget
    case 'reset-and-start':
      return actions.resetAndStart
    case 'review':
      return actions.review(phases[action.phase])
    case 'see-question':
      return actions.seeQuestion
    case 'see-problem':
      return actions.seeProblem
    case 'view-changes':
      return actions.viewChanges
    case 'answer-questions':
      return actions.answer
    default:
      return action satisfies never
  }
}
