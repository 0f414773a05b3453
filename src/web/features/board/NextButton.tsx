import type { SpecAction } from '../../../contracts/views/allowed.ts'
import { useMessages, type Messages } from '../../i18n/messages.ts'
import type { ButtonProps } from '../../ui/Button.tsx'
import { ActionButton } from '../items/ActionButton.tsx'
import type { BoardItem } from './board-items.ts'

interface NextButtonProps {
  item: BoardItem
  size?: ButtonProps['size']
}

/** What makes sense now. */
export function NextButton({ item, size = 'normal' }: NextButtonProps) {
  const m = useMessages()
  const { row } = item
  const action = row.allowed.next
  if (action === null) return null
  const isUrgent = item.stand.need !== null
  return (
    <ActionButton
      row={row}
      action={action}
      kind={isUrgent && action.type !== 'stop' ? 'primary' : 'plain'}
      size={size}
      {...labelOf(m, action, size)}
    />
  )
}

/** Where the action's own words are longer than its column. */
function labelOf({ board, common }: Messages, action: SpecAction, size: ButtonProps['size']) {
  const { actions, shortPhases } = common
  if (action.type === 'permit-and-start') return { label: board.allowAndRun }
  if (action.type === 'retry') return { label: actions.retry(shortPhases[action.from]) }
  if (action.type === 'review' && size !== 'small')
    return { label: actions.review(shortPhases[action.phase]) }
  return {}
}
