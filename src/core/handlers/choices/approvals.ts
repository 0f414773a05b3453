import type { ApprovablePhase } from '../../../contracts/phases.ts'
import type { Rejection } from '../../../contracts/rejections.ts'
import type { Draft } from '../../decide/draft.ts'
import type { CommandOf } from '../../../contracts/commands.ts'
import { changedIn } from '../../decide/covered.ts'
import { versionOf } from '../../decide/launch/document-fingerprint.ts'
import { contentOf } from '../../decide/written.ts'
import { definitionOf } from '../../workflow/workflows.ts'
import { refused } from '../steps/refused.ts'

export function handleApprove(draft: Draft, command: CommandOf<'approve'>): void {
  const { phase, commandId } = command
  const refusal = refused(draft, { type: 'approve', phase }) ?? rejectedAsItIs(draft, phase)
  if (refusal) return draft.refuse(commandId, refusal)
  draft.emit({ type: 'approval.granted', phase, by: 'person', ...versionOf(draft, phase) })
  draft.accept(commandId)
}

export function handleReject(draft: Draft, command: CommandOf<'reject'>): void {
  const { phase, reason, commandId } = command
  const refusal = refused(draft, { type: 'reject', phase })
  if (refusal) return draft.refuse(commandId, refusal)
  draft.emit({ type: 'approval.revoked', phase, reason, ...versionOf(draft, phase) })
  draft.accept(commandId)
}

/** A rejected document counts again once someone has changed it. */
function rejectedAsItIs(draft: Draft, phase: ApprovablePhase): Rejection | null {
  const rejection = draft.state.rejections[phase]
  if (!rejection || definitionOf(phase).document === null) return null
  const { fingerprint, covers } = versionOf(draft, phase)
  if (contentOf(rejection.fingerprint) !== contentOf(fingerprint)) return null
  if (covers && rejection.covers && changedIn(rejection.covers, covers).length > 0) return null
  return { code: 'NOT_GENERATED', item: draft.state.item, phase }
}
