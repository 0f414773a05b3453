import { nextAction } from '../../../core/views/spec-actions.ts'
import { useMessages } from '../../i18n/messages.ts'
import type { ButtonProps } from '../../ui/Button.tsx'
import { ActionButton } from '../specs/ActionButton.tsx'
import type { SpecItem } from './board-items.ts'

interface NextButtonProps {
  item: SpecItem
  size?: ButtonProps['size']
}

/** What makes sense now. */
export function NextButton({ item, size = 'normal' }: NextButtonProps) {
  const { board } = useMessages()
  const { row } = item
  const action = nextAction(row)
  if (action === null) return null
  const isUrgent = item.group === 'needs' || item.group === 'failed'
  return (
    <ActionButton
      row={row}
      action={action}
      kind={isUrgent ? 'primary' : 'plain'}
      size={size}
      {...(action.type === 'permit-and-start' ? { label: board.allowAndRun } : {})}
    />
  )
}
