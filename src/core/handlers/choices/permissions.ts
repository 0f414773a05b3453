import type { Phase } from '../../../contracts/phases.ts'
import type { Draft } from '../../decide/draft.ts'
import type { Command } from '../../../contracts/commands.ts'
import { foreignPhase } from '../steps/refused.ts'
import { phasesOf, workflowOf } from '../../workflow/workflows.ts'

export function handlePermit(draft: Draft, command: Extract<Command, { type: 'permit' }>): void {
  const both = command.go.find((phase) => command.nogo.includes(phase))
  if (both !== undefined)
    return draft.refuse(command.commandId, { code: 'PERMISSION_CONFLICT', phase: both })
  const foreign = foreignPhase(draft.state, [...command.go, ...command.nogo])
  if (foreign !== null) return draft.refuse(command.commandId, foreign)
  changePermissions(draft, command)
  draft.accept(command.commandId)
}

export function changePermissions(draft: Draft, change: { go: Phase[]; nogo: Phase[] }): void {
  const before = draft.knownFacts.spec.permissions
  for (const phase of phasesOf(workflowOf(draft.state))) {
    const go = change.go.includes(phase)
    if (!go && !change.nogo.includes(phase)) continue
    if (before[phase] !== go) draft.emit({ type: 'permission.changed', phase, go })
  }
}
