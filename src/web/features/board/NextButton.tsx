import { MessageCircleQuestion } from 'lucide-react'
import { nextAction } from '../../../core/views/spec-actions.ts'
import { useGo } from '../../app/routes.ts'
import { useMessages } from '../../i18n/messages.ts'
import { Button, type ButtonProps } from '../../ui/Button.tsx'
import { ActionButton } from '../specs/ActionButton.tsx'
import type { SpecItem } from './board-items.ts'

interface NextButtonProps {
  item: SpecItem
  size?: ButtonProps['size']
}

/** What makes sense now. A question is answered where it can be read. */
export function NextButton({ item, size = 'normal' }: NextButtonProps) {
  const { board } = useMessages()
  const go = useGo()
  const { row } = item
  if (row.question !== null)
    return (
      <Button
        kind="primary"
        size={size}
        icon={<MessageCircleQuestion aria-hidden className="size-3.5 shrink-0" />}
        className="max-w-full"
        onClick={() =>
          go({ screen: 'spec', feature: row.feature, tab: 'documents', document: null })
        }
      >
        <span className="truncate">{board.row.answer}</span>
      </Button>
    )
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
