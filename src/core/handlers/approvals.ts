import type { Draft } from '../draft.ts'
import type { Command } from '../events.ts'
import { isGenerated } from '../progress.ts'
import { isLive } from './begin.ts'

type Of<T extends Command['type']> = Extract<Command, { type: T }>

export function handleApprove(draft: Draft, command: Of<'approve'>): void {
  const { phase, commandId } = command
  const { feature } = draft.state
  if (isLive(draft.state)) return draft.refuse(commandId, { code: 'ALREADY_EXECUTING', feature })
  if (phase !== 'document-review' && !isGenerated(phase, draft.knownFacts))
    return draft.refuse(commandId, { code: 'NOT_GENERATED', feature, phase })
  draft.emit({ type: 'approval.granted', phase, by: 'person' })
  draft.accept(commandId)
}

export function handleReject(draft: Draft, command: Of<'reject'>): void {
  const { phase, reason, commandId } = command
  const { feature } = draft.state
  if (isLive(draft.state)) return draft.refuse(commandId, { code: 'ALREADY_EXECUTING', feature })
  if (phase !== 'document-review' && !isGenerated(phase, draft.knownFacts))
    return draft.refuse(commandId, { code: 'NOT_GENERATED', feature, phase })
  draft.emit({ type: 'approval.revoked', phase, reason })
  draft.accept(commandId)
}
