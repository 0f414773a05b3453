import type { Step } from '../../contracts/run-state.ts'
import { asksPerson } from '../agent-events/asked.ts'
import type { Draft } from '../decide/draft.ts'
import { fail, pause } from '../decide/finish.ts'
import { canGoOn, relaunchStep } from '../decide/launch-step.ts'

/**
 * The agent asked instead of working: it is reminded once, in its session, that nobody can answer
 * there. If it asks again the run waits for a person. False when it did not ask.
 */
export function hearsQuestion(draft: Draft, step: Step): boolean {
  if (!asksPerson(step.said)) return false
  if (!step.nudged && canGoOn(draft, step))
    relaunchStep(draft, step, { resume: true, isNudge: true })
  else pause(draft, { reason: 'agent-asked', detail: `the agent asks: ${step.said.trim()}` })
  return true
}

/** It has ended without what it had to write; its last words may say why. */
export function endedWithout(draft: Draft, step: Step, name: string): void {
  if (hearsQuestion(draft, step)) return
  const said = step.said.trim()
  fail(draft, {
    reason: 'postcondition',
    detail: `the agent ended without writing ${name}${said === '' ? '' : `; it said: ${said}`}`,
  })
}
