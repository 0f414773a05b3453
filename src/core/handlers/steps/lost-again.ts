import type { AgentOutcome } from '../../../contracts/launch/agent.ts'
import type { HostStep, Step } from '../../../contracts/run-state.ts'
import type { Draft } from '../../decide/draft.ts'
import { pause } from '../../decide/finish.ts'
import { MOST_ATTEMPTS } from './kept-from-work.ts'

/** What takes its computer down each time must not do so for ever, nor cost another agent each time. */
const MOST_LOSSES = 12
/** Of checks and git acts, which are lost in either way. */
const MOST_HOST_ATTEMPTS = 20

/** True when its agent was gone so often that a person has to look. */
export function pausesForLosses(draft: Draft, { losses, attempt, said }: Step): boolean {
  if (losses < MOST_LOSSES && attempt < MOST_ATTEMPTS) return false
  const what =
    losses < MOST_LOSSES
      ? `its agent could not be started, ${attempt} times in a row`
      : `its agent was gone before it had ended, ${losses} times in a row`
  keepsLosing(draft, what, said)
  return true
}

export const isLostTooOften = ({ attempt }: HostStep): boolean => attempt >= MOST_HOST_ATTEMPTS

export function pauseForLostStep(
  draft: Draft,
  { work, attempt }: HostStep,
  { message }: AgentOutcome,
): void {
  const step = work.kind === 'check' ? `check ${work.name}` : `git (${work.act.type})`
  keepsLosing(draft, `${step} was gone before it had ended, ${attempt} times in a row`, message)
}

function keepsLosing(draft: Draft, what: string, said: string): void {
  const why = said === '' ? '' : ` (${said})`
  pause(draft, { reason: 'crash-loop', detail: `${what}${why}; resume to try again` })
}
