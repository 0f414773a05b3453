import type { PhaseDefinition, StepDefinition } from '../definition.ts'
import { afterPhase, emitCompleted } from '../moves.ts'
import { bugDocument, repairStep } from './bug-document.ts'

const { common, document, isDone, missing } = bugDocument('fix')

const STEP: StepDefinition = {
  ...repairStep('fix', ['fix', 'verify']),
  findings: (_state, { verification }) =>
    verification?.reading.ok && verification.reading.verdict === 'not-verified'
      ? [`The last verification did not pass. Its report says:\n${verification.text}`]
      : [],
  ended(draft, step) {
    const lacking = missing(draft, step)
    if (lacking !== null) return lacking
    emitCompleted(draft, 'fix')
    return afterPhase(draft, 'fix')
  },
  counted(draft) {
    if (document.isWritten(draft.knownFacts)) emitCompleted(draft, 'fix')
  },
}

export const FIX: PhaseDefinition<'fix'> = {
  ...common,
  phase: 'fix',
  kind: 'code',
  workSurvives: true,
  steps: [STEP],
  needsTree: true,
  loop: null,
  after: null,
  isDone,
  start: () => ({ type: 'launch', step: { phase: 'fix', round: null, mode: null } }),
}
