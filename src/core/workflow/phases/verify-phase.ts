import type { Step } from '../../../contracts/run-state.ts'
import type { Draft } from '../../decide/draft.ts'
import type { Move, PhaseDefinition, StepDefinition } from '../definition.ts'
import { BUG_FILES } from '../document-files.ts'
import { afterPhase, emitCompleted, judgedTree } from '../moves.ts'
import { bugDocument, bugStep } from './bug-document.ts'
import { FIX } from './fix-phase.ts'

const { common, isDone, missing } = bugDocument('verify')

const STEP: StepDefinition = {
  ...bugStep('verify', ['verify']),
  judges: 'fix',
  ended: verified,
  counted(draft, step) {
    const reading = draft.knownFacts.verification?.reading
    if (reading?.ok) recordVerification(draft, step, reading.verdict)
  },
}

export const VERIFY: PhaseDefinition<'verify'> = {
  ...common,
  phase: 'verify',
  kind: 'verdict',
  steps: [STEP],
  needsTree: true,
  loop: null,
  after: { phase: 'fix', lost: 'fix.md is gone; run the fix again before it is verified' },
  isDone: (state, standing) => {
    const reading = standing.verification?.reading
    return isDone(state, standing) && reading?.ok === true && reading.verdict === 'verified'
  },
  start: (draft) => ({
    type: 'launch',
    step: { phase: 'verify', round: nextNumber(draft), mode: null },
  }),
  conclusion: notVerified,
}

const nextNumber = ({ knownFacts }: Draft): number =>
  Math.max(0, ...knownFacts.spec.verifications.map(({ number }) => number)) + 1

function verified(draft: Draft, step: Step): Move {
  const lacking = missing(draft, step)
  if (lacking !== null) return lacking
  const reading = draft.knownFacts.verification?.reading
  if (!reading?.ok)
    return {
      type: 'pause',
      phase: 'verify',
      reason: 'unreadable-verdict',
      detail: `${BUG_FILES.verify} has no clear verdict (${reading?.why ?? 'missing'}); add one or resume to rerun the verification`,
    }
  recordVerification(draft, step, reading.verdict)
  return reading.verdict === 'verified' ? afterPhase(draft, 'verify') : { type: 'advance' }
}

function recordVerification(draft: Draft, step: Step, result: 'verified' | 'not-verified'): void {
  const again: ('fix' | 'verify')[] = result === 'verified' ? [] : ['fix', 'verify']
  const tree = judgedTree(draft, step)
  draft.emit({ type: 'verification.completed', number: step.round ?? 1, result, again, tree })
  if (result !== 'verified') return
  // A verified bug is fixed, even if the user fixed it after the last verification.
  if (draft.state.redo.includes('fix') && FIX.isDone(draft.state, draft.knownFacts))
    emitCompleted(draft, 'fix')
  emitCompleted(draft, 'verify')
}

/** Null while another fix is granted and may run; in a manual run nothing follows. */
function notVerified({ state, knownFacts }: Draft): Move | null {
  const { isRefuted, cycles, limit } = state.phases.verify
  if (!isRefuted) return null
  const mayFix = state.mode === 'auto' && knownFacts.spec.permissions.fix
  if (mayFix && cycles < limit) return null
  const tries = cycles === 0 ? '' : ` after ${cycles} more ${cycles === 1 ? 'fix' : 'fixes'}`
  return {
    type: 'pause',
    phase: 'verify',
    reason: 'not-verified',
    detail: `${BUG_FILES.verify} says that the bug is not fixed${tries}; read it, then resume for one more fix and verification`,
  }
}
