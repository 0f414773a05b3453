import { BUDGET_KINDS } from '../../../contracts/spec-json.ts'
import type { Draft } from '../../decide/draft.ts'
import type { Command } from '../../../contracts/commands.ts'

/** Allowed during a run, too: the budget is checked before every launch. */
export function handleBudget(draft: Draft, command: Extract<Command, { type: 'budget' }>): void {
  const { commandId } = command
  const { budget } = draft.knownFacts.spec
  const changed = BUDGET_KINDS.filter(
    (kind) => command[kind] !== undefined && command[kind] !== budget[kind],
  )
  if (changed.length > 0)
    draft.emit({
      type: 'budget.changed',
      ...Object.fromEntries(changed.map((kind) => [kind, command[kind]])),
    })
  draft.accept(commandId)
}
