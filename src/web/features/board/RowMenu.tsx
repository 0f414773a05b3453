import { Archive, ArrowUpRight, Play, ScrollText, Trash2 } from 'lucide-react'
import { DropdownMenu } from 'radix-ui'
import { useRef, useState } from 'react'
import type { SpecAction } from '../../../contracts/views/allowed.ts'
import type { ItemRow } from '../../../contracts/views/board.ts'
import { itemKey, type ItemKey } from '../../../contracts/work-item.ts'
import { phasesOf, workflowOf } from '../../../core/workflow/workflows.ts'
import { offeredFor } from '../../../core/views/offered.ts'
import { go } from '../../app/routes.ts'
import { useMessages } from '../../i18n/messages.ts'
import { wordsOfAction } from '../../i18n/words.ts'
import { MenuContent, withReason, type MenuItem } from '../../ui/MenuContent.tsx'
import { showRefusal } from '../notices/notices-store.ts'
import { perform } from '../items/spec-commands.ts'
import { useWhyNot } from '../workers/use-why-not.ts'
import { useBoard } from './board-store.ts'

/** Mounts the menu only while it is open: hundreds of rows scroll by. */
export function RowMenu({ row }: { row: ItemRow }) {
  const { board } = useMessages()
  const [openFor, setOpenFor] = useState<ItemKey | null>(null)
  const key = itemKey(row.item)
  // This element may have been reused for another row since.
  const isOpen = openFor === key
  const button = useRef<HTMLButtonElement>(null)
  const wasOpen = useRef(false)
  return (
    <div className="relative">
      <button
        ref={button}
        type="button"
        aria-label={board.row.menu(row.item.name)}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        // The press that closes the open menu must not open it again.
        onPointerDown={() => {
          wasOpen.current = isOpen
        }}
        onClick={() => {
          setOpenFor(wasOpen.current ? null : key)
          wasOpen.current = false
        }}
        className="inline-flex size-7 shrink-0 items-center justify-center rounded-md text-muted hover:bg-hover hover:text-text max-md:size-11"
      >
        {DOTS}
      </button>
      {isOpen ? (
        <OpenMenu
          row={row}
          onClose={() => setOpenFor(null)}
          returnFocus={() => button.current?.focus()}
        />
      ) : null}
    </div>
  )
}

/** A single path, because every row has one. */
const DOTS = (
  <svg aria-hidden viewBox="0 0 24 24" className="size-4" stroke="currentColor">
    <path d="M5 12h.01M12 12h.01M19 12h.01" strokeWidth="4" strokeLinecap="round" />
  </svg>
)

interface OpenMenuProps {
  row: ItemRow
  onClose(): void
  returnFocus(): void
}

function OpenMenu({ row, onClose, returnFocus }: OpenMenuProps) {
  const { board } = useMessages()
  const items = useRowItems(row)
  return (
    <DropdownMenu.Root open modal={false} onOpenChange={onClose}>
      <DropdownMenu.Trigger asChild>
        <span aria-hidden className="pointer-events-none absolute inset-0" />
      </DropdownMenu.Trigger>
      <MenuContent
        label={board.row.menu(row.item.name)}
        align="end"
        items={items}
        returnFocus={returnFocus}
      />
    </DropdownMenu.Root>
  )
}

type RunPhase = Extract<SpecAction, { type: 'run-phase' }>

function useRowItems(row: ItemRow): MenuItem[] {
  const m = useMessages()
  const ask = useBoard((state) => state.ask)
  const why = useWhyNot('operator')
  const { item, agentId } = row
  const run = async (action: RunPhase): Promise<void> => {
    const reply = await perform(item, action)
    if (!reply.ok) showRefusal(reply.error, item)
  }
  const runs = phasesOf(workflowOf(row))
    .flatMap((phase) => offeredFor(row, phase))
    .filter((action) => action.type === 'run-phase')
  const leaving: MenuItem[] = [
    {
      label: m.board.row.archive,
      icon: <Archive aria-hidden className="size-4" />,
      hasLineBefore: true,
      onSelect: () => ask({ what: 'archive', item }),
    },
    {
      label: m.board.row.delete,
      icon: <Trash2 aria-hidden className="size-4" />,
      isDangerous: true,
      onSelect: () => ask({ what: 'delete', item }),
    },
  ]
  return [
    {
      label: m.board.row.open,
      icon: <ArrowUpRight aria-hidden className="size-4" />,
      onSelect: () => go({ screen: 'item', item, tab: 'documents', document: null }),
    },
    {
      label: m.board.row.log,
      icon: <ScrollText aria-hidden className="size-4" />,
      isDisabled: agentId === null,
      onSelect: () => go({ screen: 'agents', agentId }),
    },
    ...runs.map((action, index) => ({
      label: wordsOfAction(m, action),
      icon: <Play aria-hidden className="size-4" />,
      hasLineBefore: index === 0,
      onSelect: () => void run(action),
    })),
    ...withReason(leaving, why),
  ]
}
