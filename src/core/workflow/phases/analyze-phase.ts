import type { PhaseDefinition, StepDefinition } from '../definition.ts'
import { afterPhase, emitCompleted } from '../moves.ts'
import { bugDocument, bugStep } from './bug-document.ts'

const { common, document, isDone, missing } = bugDocument('analyze')

const STEP: StepDefinition = {
  ...bugStep('analyze', ['analyze']),
  ended(draft, step) {
    const lacking = missing(draft, step)
    if (lacking !== null) return lacking
    emitCompleted(draft, 'analyze')
    return afterPhase(draft, 'analyze')
  },
  counted(draft) {
    if (document.isWritten(draft.knownFacts)) emitCompleted(draft, 'analyze')
  },
}

export const ANALYZE: PhaseDefinition<'analyze'> = {
  ...common,
  phase: 'analyze',
  steps: [STEP],
  needsTree: false,
  loop: null,
  after: null,
  isDone,
  start: () => ({ type: 'launch', step: { phase: 'analyze', round: null, mode: null } }),
}
