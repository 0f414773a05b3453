import {
  Ban,
  Check,
  CheckCheck,
  CircleAlert,
  CircleStop,
  FileSearch,
  GitCompare,
  MessageCircleQuestion,
  MessageSquare,
  Play,
  Rocket,
  RotateCcw,
  Undo2,
  Wallet,
  Wrench,
  type LucideIcon,
} from 'lucide-react'
import { memo, useState, type ReactNode } from 'react'
import type { PermissionAnswer } from '../../../contracts/launch/agent.ts'
import { itemKey, type ItemKey } from '../../../contracts/work-item.ts'
import type { ItemRow } from '../../../contracts/views/board.ts'
import type { SpecAction } from '../../../contracts/views/allowed.ts'
import { definitionOf } from '../../../core/workflow/workflows.ts'
import { go } from '../../app/routes.ts'
import { useMessages } from '../../i18n/messages.ts'
import { wordsOfAction } from '../../i18n/words.ts'
import { Button, type ButtonProps } from '../../ui/Button.tsx'
import { showRefusal } from '../notices/notices-store.ts'
import { useWhyNot } from '../workers/use-why-not.ts'
import { BudgetDialog } from './BudgetDialog.tsx'
import { RejectDialog } from './RejectDialog.tsx'
import { isDoable, isNavigation, perform, placeOf } from './spec-commands.ts'

interface ActionButtonProps {
  row: ItemRow
  action: SpecAction
  kind?: ButtonProps['kind']
  size?: ButtonProps['size']
  className?: string
  /** Replaces the action's own words where the context allows better ones. */
  label?: ReactNode
  /** The full name, where the label is shortened. */
  name?: string
}

/** Performs one action on an item, and shows a refusal by the host. */
export function ActionButton(props: ActionButtonProps) {
  const { row, action, kind = 'plain', size = 'normal', className = '', label, name } = props
  const m = useMessages()
  const mayNot = useWhyNot('operator')
  const why = isNavigation(action) ? null : mayNot
  // This element may have been reused for another row since.
  const [busyFor, setBusyFor] = useState<ItemKey | null>(null)
  const key = itemKey(row.item)
  const [isAsking, setAsking] = useState(false)
  const act = async (): Promise<void> => {
    if (isNavigation(action)) return go(placeOf(row, action))
    if (!isDoable(action)) return setAsking(true)
    setBusyFor(key)
    const reply = await perform(row.item, action)
    setBusyFor((one) => (one === key ? null : one))
    if (!reply.ok) showRefusal(reply.error, row.item)
  }
  return (
    <>
      <Button
        kind={kind}
        size={size}
        isBusy={busyFor === key}
        disabled={why !== null}
        aria-label={name}
        title={why ?? name}
        icon={<ActionIcon icon={iconOf(action)} />}
        className={`max-w-full ${className}`}
        onClick={() => void act()}
      >
        <span className="truncate">{label ?? wordsOfAction(m, action)}</span>
      </Button>
      {action.type === 'reject' && isAsking ? (
        <RejectDialog
          item={row.item}
          phase={action.phase}
          andThen={action.andThen}
          isOpen
          onClose={() => setAsking(false)}
        />
      ) : null}
      {action.type === 'budget' && isAsking ? (
        <BudgetDialog row={row} onClose={() => setAsking(false)} />
      ) : null}
    </>
  )
}

const ActionIcon = memo(function ActionIcon({ icon: Icon }: { icon: LucideIcon }) {
  return <Icon aria-hidden className="size-3.5 shrink-0" />
})

const ANSWER_ICONS: Record<PermissionAnswer, LucideIcon> = {
  allow: Check,
  'allow-always': CheckCheck,
  deny: Ban,
}

function iconOf(action: SpecAction): LucideIcon {
  switch (action.type) {
    case 'start':
    case 'resume':
    case 'permit-and-start':
      return Play
    case 'stop':
      return CircleStop
    case 'reset':
    case 'reset-and-start':
    case 'retry':
      return RotateCcw
    case 'approve':
    case 'approve-and-resume':
      return Check
    case 'approve-review-and-resume':
      return CheckCheck
    case 'settle-release':
      return action.hasRun ? CheckCheck : Rocket
    case 'answer':
      return ANSWER_ICONS[action.answer]
    case 'budget':
      return Wallet
    case 'review':
      return FileSearch
    case 'see-question':
      return MessageCircleQuestion
    case 'see-problem':
      return CircleAlert
    case 'view-changes':
      return GitCompare
    case 'answer-questions':
      return MessageSquare
    case 'reject':
      return Undo2
    case 'run-phase':
      return action.fix ? Wrench : definitionOf(action.phase).kind === 'release' ? Rocket : Play
    default:
      return action satisfies never
  }
}
