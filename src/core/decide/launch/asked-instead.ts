import type { Draft } from '../draft.ts'
import { pause } from '../finish.ts'
import { canContinue, relaunchStep } from './launch-step.ts'

/**
 * The agent asked instead of working: it is reminded once, in its session, that no one can answer
 * there. If it asks again the run waits for the user.
 */
export function askedInstead(draft: Draft): void {
  const { step } = draft.state
  if (step === null) throw new Error('only an agent asks')
  if (!step.nudged && canContinue(draft, step))
    return relaunchStep(draft, step, { resume: true, isNudge: true })
  pause(draft, { reason: 'agent-asked', detail: `the agent asks: ${step.said.trim()}` })
}
