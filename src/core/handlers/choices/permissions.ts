import type { Phase } from '../../../contracts/phases.ts'
import type { Rejection } from '../../../contracts/rejections.ts'
import type { Draft } from '../../decide/draft.ts'
import type { CommandOf } from '../../../contracts/commands.ts'
import { foreignPhase } from '../steps/refused.ts'
import { phasesOf, workflowOf } from '../../workflow/workflows.ts'

interface PermissionChange {
  go: Phase[]
  nogo: Phase[]
}

export function handlePermit(draft: Draft, command: CommandOf<'permit'>): void {
  const refusal = permissionsRefused(draft, command)
  if (refusal !== null) return draft.refuse(command.commandId, refusal)
  changePermissions(draft, command)
  draft.accept(command.commandId)
}

/** A phase cannot be both GO and NOGO, and must be one of the item's workflow. */
export function permissionsRefused(
  { state }: Draft,
  { go, nogo }: PermissionChange,
): Rejection | null {
  const both = go.find((phase) => nogo.includes(phase))
  if (both !== undefined) return { code: 'PERMISSION_CONFLICT', phase: both }
  return foreignPhase(state, [...go, ...nogo])
}

export function changePermissions(draft: Draft, change: PermissionChange): void {
  const before = draft.knownFacts.spec.permissions
  for (const phase of phasesOf(workflowOf(draft.state))) {
    const go = change.go.includes(phase)
    if (!go && !change.nogo.includes(phase)) continue
    if (before[phase] !== go) draft.emit({ type: 'permission.changed', phase, go })
  }
}
