import type { AgentOutcome } from '../../../contracts/launch/agent.ts'
import type { HostStep, Step } from '../../../contracts/run-state.ts'
import type { Draft } from '../../decide/draft.ts'
import { pause } from '../../decide/finish.ts'
import { MOST_RESTARTS } from '../../state/recovered.ts'
import { MOST_ATTEMPTS } from './kept-from-work.ts'

/** A step that takes its computer down must not do so forever, nor cost an agent each time. */
const MOST_LOSSES = 12
/** For checks and git acts, whether they vanished or never started. */
const MOST_HOST_ATTEMPTS = 20

/** Pauses, and returns true, when the agent was lost so often that a person has to look. */
export function pausesForLosses(draft: Draft, { losses, attempt, said }: Step): boolean {
  const { restarts } = draft.state
  if (restarts >= MOST_RESTARTS) {
    const what = `its agent was gone together with its host ${restarts} times without progress`
    keepsLosing(draft, what, said)
    return true
  }
  if (losses < MOST_LOSSES && attempt < MOST_ATTEMPTS) return false
  const what =
    losses < MOST_LOSSES
      ? `its work is not done after ${attempt} launches`
      : `its agent was gone before it had ended, ${losses} times in a row`
  keepsLosing(draft, what, said)
  return true
}

/** Also when it would have to be started once too often after a crash of its host. */
export const isLostTooOften = (draft: Draft, { attempt }: HostStep): boolean =>
  attempt >= MOST_HOST_ATTEMPTS ||
  (draft.state.isAdopting && draft.state.restarts + 1 >= MOST_RESTARTS)

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
