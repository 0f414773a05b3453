import type { ApprovablePhase } from '../../../contracts/phases.ts'
import type { Rejection } from '../../../contracts/rejections.ts'
import type { Draft } from '../../decide/draft.ts'
import type { Command } from '../../../contracts/commands.ts'
import { fingerprintOf } from '../../decide/launch/document-fingerprint.ts'
import { definitionOf } from '../../workflow/workflows.ts'
import { refused } from '../steps/refused.ts'

type Of<T extends Command['type']> = Extract<Command, { type: T }>

export function handleApprove(draft: Draft, command: Of<'approve'>): void {
  const { phase, commandId } = command
  const refusal = refused(draft, { type: 'approve', phase }) ?? rejectedAsItIs(draft, phase)
  if (refusal) return draft.refuse(commandId, refusal)
  draft.emit({
    type: 'approval.granted',
    phase,
    by: 'person',
    fingerprint: fingerprintOf(draft, phase),
  })
  draft.accept(commandId)
}

export function handleReject(draft: Draft, command: Of<'reject'>): void {
  const { phase, reason, commandId } = command
  const refusal = refused(draft, { type: 'reject', phase })
  if (refusal) return draft.refuse(commandId, refusal)
  const fingerprint = fingerprintOf(draft, phase)
  draft.emit({ type: 'approval.revoked', phase, reason, fingerprint })
  draft.accept(commandId)
}

/** A rejected document counts again once someone has changed it. */
function rejectedAsItIs(draft: Draft, phase: ApprovablePhase): Rejection | null {
  const rejection = draft.state.rejections[phase]
  if (!rejection || definitionOf(phase).document === null) return null
  if (rejection.fingerprint !== fingerprintOf(draft, phase)) return null
  return { code: 'NOT_GENERATED', item: draft.state.item, phase }
}
