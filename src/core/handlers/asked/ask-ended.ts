import type { Draft } from '../../decide/draft.ts'
import type { Happening } from '../../decide/events.ts'

/** A host that crashed before saving the answer receives the same end again. */
export function handleAskEnded(
  draft: Draft,
  { agentId, agent, usage, ranMs }: Extract<Happening, { type: 'ask.ended' }>,
): void {
  if (draft.state.countedAsks.includes(agentId)) return
  draft.emit({ type: 'ask.ended', agentId, agent, usage, ranMs })
}
