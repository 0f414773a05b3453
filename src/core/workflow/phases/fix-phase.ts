import type { Step } from '../../../contracts/run-state.ts'
import type { Draft } from '../../decide/draft.ts'
import { announce } from '../../decide/finish.ts'
import { checksRule } from '../rules/checks-rule.ts'
import type { Move, PhaseDefinition, StepDefinition } from '../definition.ts'
import { MAX_IMPL_RERUNS } from '../limits.ts'
import { afterPhase, emitCompleted } from '../moves.ts'
import { bugDocument, bugStep } from './bug-document.ts'

const { common, document, isDone, missing } = bugDocument('fix')

const STEP: StepDefinition = {
  ...bugStep('fix', ['fix', 'verify']),
  runsBefore: ({ fix, verify }) => fix.reruns + verify.cycles,
  findings: (_state, { verification }) =>
    verification?.reading.ok && verification.reading.verdict === 'not-verified'
      ? [`The last verification did not pass. Its report says:\n${verification.text}`]
      : [],
  ended: fixed,
  counted(draft) {
    // Where checks have to pass, a document alone is not enough.
    if (draft.knownFacts.checks.length === 0 && document.isWritten(draft.knownFacts))
      emitCompleted(draft, 'fix')
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
  conclusion: limitReached,
}

/** Its document is written, and the host's checks pass on what it left. */
function fixed(draft: Draft, step: Step): Move {
  const lacking = missing(draft, step)
  if (lacking !== null) return lacking
  const verdict = checksRule(draft, 'fix', 'workspace')
  if (verdict.type === 'run') return verdict.move
  if (verdict.type === 'failed') return again(draft, verdict.names)
  emitCompleted(draft, 'fix')
  return afterPhase(draft, 'fix')
}

function again(draft: Draft, checks: string[]): Move {
  if (draft.state.mode === 'manual')
    return {
      type: 'fail',
      phase: 'fix',
      reason: 'postcondition',
      detail: `${inWords(checks)} after the fix; see the output, then run the phase again`,
    }
  const { reruns } = draft.state.phases.fix
  if (reruns >= MAX_IMPL_RERUNS) {
    announce(draft, draft.emit({ type: 'fix.limit-reached', checks }))
    return { type: 'advance' }
  }
  if (!draft.knownFacts.spec.permissions.fix)
    return { type: 'complete', phase: 'fix', reason: 'nogo' }
  announce(draft, draft.emit({ type: 'fix.rerun', attempt: reruns + 1, checks }))
  return { type: 'advance' }
}

const inWords = (checks: string[]): string =>
  `${checks.join(', ')} ${checks.length === 1 ? 'fails' : 'fail'}`

function limitReached({ state }: Draft): Move | null {
  const { failing } = state.phases.fix
  if (failing.length === 0) return null
  return {
    type: 'fail',
    phase: 'fix',
    reason: 'impl-limit',
    detail: `${inWords(failing)} after ${MAX_IMPL_RERUNS} re-runs of the fix; see the output, then reset the bug to run it again`,
  }
}
