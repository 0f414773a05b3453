import type { SpecAction } from '../../../contracts/views/allowed.ts'
import { useMessages, type Messages } from '../../i18n/messages.ts'
import type { ButtonProps } from '../../ui/Button.tsx'
import { ActionButton } from '../items/ActionButton.tsx'
import type { BoardItem } from './board-items.ts'

interface NextButtonProps {
  item: BoardItem
  size?: ButtonProps['size']
}

/** The most sensible action right now. */
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
      {...labelOf(m, action)}
    />
  )
}

/** Shorter labels for actions whose own words do not fit the column. */
function labelOf({ board, common }: Messages, action: SpecAction) {
  const { actions, phases, shortPhases } = common
  if (action.type === 'permit-and-start') return { label: board.allowAndRun }
  if (action.type === 'retry') return { label: actions.retry(shortPhases[action.from]) }
  if (action.type === 'review') {
    const name = actions.review(phases[action.phase])
    return { name, label: <ByRoom words={name} short={actions.reviewShort} /> }
  }
  return {}
}

/** Shows a shorter text instead of truncating the long one. */
function ByRoom({ words, short }: { words: string; short: string }) {
  return (
    <>
      <span className="@max-[1089px]:hidden">{words}</span>
      <span className="@min-[1090px]:hidden">{short}</span>
    </>
  )
}
