import type { Draft } from '../decide/draft.ts'
import type { Cause, EffectFailure } from '../decide/events.ts'
import { announce, settle } from '../decide/finish.ts'
import { handleEndUnread } from './steps/agent-ended.ts'
import { stopActive } from './begin.ts'
import { isLive } from '../workflow/rules/allowed-acts.ts'

/** Something the host tried went wrong: the run ends in `error`, and spec.json is left as it is. */
export function handleFailure(draft: Draft, failure: EffectFailure): void {
  if (!isLive(draft.state)) return
  const { phase } = draft.state
  const { reason, detail } = failure
  const was = draft.state
  const entry = draft.emit({ type: 'run.failed', reason, phase, detail, problem: null })
  stopActive(draft, was)
  announce(draft, entry)
  settle(draft)
}

export function handleFactsFailed(draft: Draft, cause: Cause, failure: EffectFailure): void {
  if ('commandId' in cause) return draft.refuse(cause.commandId, failure.rejection)
  if (cause.type === 'files.changed') return
  if (cause.type === 'agent.ended' || cause.type === 'agent.lost') handleEndUnread(draft, cause)
  handleFailure(draft, failure)
}
