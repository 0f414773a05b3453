import type { ItemRow } from '../../../contracts/views/board.ts'
import type { SpecAction } from '../../../contracts/views/allowed.ts'
import { ActionButton } from '../items/ActionButton.tsx'

interface DecisionActionsProps {
  row: ItemRow
  actions: readonly SpecAction[]
  className?: string
}

/** The buttons of a decision, in the given order; a text answer has its own primary button. */
export function DecisionActions({ row, actions, className = '' }: DecisionActionsProps) {
  return actions
    .filter(({ type }) => type !== 'answer-questions')
    .map((action) => (
      <ActionButton
        key={JSON.stringify(action)}
        row={row}
        action={action}
        kind={action === actions[0] ? 'primary' : 'plain'}
        className={className}
      />
    ))
}
