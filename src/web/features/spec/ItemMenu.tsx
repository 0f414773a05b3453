import {
  Archive,
  Ellipsis,
  MessageCircleQuestion,
  MessageSquareText,
  RotateCcw,
  Trash2,
  Wallet,
} from 'lucide-react'
import { useState } from 'react'
import type { ItemRow } from '../../../contracts/views/board.ts'
import { isLive } from '../../../core/views/phase-cells.ts'
import { go } from '../../app/routes.ts'
import { useMessages } from '../../i18n/messages.ts'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { Menu } from '../../ui/Menu.tsx'
import { withReason, type MenuItem } from '../../ui/MenuContent.tsx'
import { useIsFleet } from '../workers/in-fleet.ts'
import { useWhyNot } from '../workers/use-why-not.ts'
import { LazyAskDialog } from '../ask/LazyAskDialog.tsx'
import { showRefusal } from '../notices/notices-store.ts'
import { BudgetDialog } from '../items/BudgetDialog.tsx'
import { archiveItem, deleteItem } from '../items/spec-commands.ts'
import { RetryDialog } from './RetryDialog.tsx'
import { MessageDialog } from './MessageDialog.tsx'

type Asking = 'ask' | 'message' | 'budget' | 'retry' | 'archive' | 'delete'

export function ItemMenu({ row }: { row: ItemRow }) {
  const { workflow } = useMessages()
  const [asking, setAsking] = useState<Asking | null>(null)
  const items = useItems(row, setAsking)
  return (
    <>
      <Menu
        label={workflow.menu.label}
        trigger={
          <button
            type="button"
            aria-label={workflow.menu.label}
            title={workflow.menu.label}
            className="inline-flex size-8 shrink-0 items-center justify-center rounded-md text-muted hover:bg-hover hover:text-text max-md:size-11"
          >
            <Ellipsis aria-hidden className="size-4" />
          </button>
        }
        items={items}
      />
      <Asked row={row} asking={asking} onClose={() => setAsking(null)} />
    </>
  )
}

function useItems(row: ItemRow, ask: (asking: Asking) => void): MenuItem[] {
  const { ask: words, workflow } = useMessages()
  const { menu } = workflow
  const icon = { 'aria-hidden': true, className: 'size-4' } as const
  const isUnreadable = row.problem !== null
  const isFleet = useIsFleet()
  const why = useWhyNot('operator')
  const asks: MenuItem = {
    label: words.open,
    icon: <MessageCircleQuestion {...icon} />,
    isDisabled: isUnreadable,
    onSelect: () => ask('ask'),
  }
  const acts: MenuItem[] = [
    {
      label: menu.message,
      icon: <MessageSquareText {...icon} />,
      isDisabled: isUnreadable,
      onSelect: () => ask('message'),
    },
    {
      label: menu.budget,
      icon: <Wallet {...icon} />,
      isDisabled: isUnreadable,
      onSelect: () => ask('budget'),
    },
    {
      label: menu.retry,
      icon: <RotateCcw {...icon} />,
      hasLineBefore: true,
      isDisabled: isLive(row) || isUnreadable,
      onSelect: () => ask('retry'),
    },
    {
      label: menu.archive,
      icon: <Archive {...icon} />,
      isDisabled: isLive(row),
      onSelect: () => ask('archive'),
    },
    {
      label: menu.delete,
      icon: <Trash2 {...icon} />,
      isDangerous: true,
      isDisabled: isLive(row),
      onSelect: () => ask('delete'),
    },
  ]
  // A coordinator has no agent that could be asked.
  return [...(isFleet ? [] : [asks]), ...withReason(acts, why)]
}

interface AskedProps {
  row: ItemRow
  asking: Asking | null
  onClose(): void
}

function Asked({ row, asking, onClose }: AskedProps) {
  const { board } = useMessages()
  const { item } = row
  const put = async (how: 'archive' | 'delete'): Promise<void> => {
    const reply = await (how === 'archive' ? archiveItem(item) : deleteItem(item))
    if (reply.ok) go({ screen: 'board' })
    else showRefusal(reply.error, item)
  }
  switch (asking) {
    case null:
      return null
    case 'ask':
      return <LazyAskDialog about={item} onClose={onClose} />
    case 'message':
      return <MessageDialog row={row} onClose={onClose} />
    case 'budget':
      return <BudgetDialog row={row} onClose={onClose} />
    case 'retry':
      return <RetryDialog row={row} onClose={onClose} />
    case 'archive':
    case 'delete':
      return (
        <ConfirmDialog
          isOpen
          isDangerous={asking === 'delete'}
          title={board[asking].title(item.name)}
          description={board[asking].about}
          confirm={board[asking].confirm}
          onClose={onClose}
          onConfirm={() => put(asking)}
        />
      )
    default:
      return asking satisfies never
  }
}
