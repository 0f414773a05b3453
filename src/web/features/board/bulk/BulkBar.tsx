import { Archive, CircleStop, Flag, Play, X } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import type { ItemRow } from '../../../../contracts/views/board.ts'
import { itemKey } from '../../../../contracts/work-item.ts'
import { useMessages } from '../../../i18n/messages.ts'
import { Button } from '../../../ui/Button.tsx'
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx'
import { IconButton } from '../../../ui/IconButton.tsx'
import { showBulkResult } from '../../notices/notices-store.ts'
import { useWhyNot } from '../../workers/use-why-not.ts'
import type { BoardItem } from '../board-items.ts'
import { performOnAll, type BulkOrder } from './bulk-acts.ts'
import { usePicked } from './picked-store.ts'
import { UntilDialog } from './UntilDialog.tsx'

const ICON = { 'aria-hidden': true, className: 'size-3.5 shrink-0' } as const

/** Actions for the selected rows; shown while rows are selected or being selected. */
export function BulkBar({ items }: { items: BoardItem[] }) {
  const { board, many } = useMessages()
  const picked = usePicked((state) => state.picked)
  const isPicking = usePicked((state) => state.isPicking)
  const [asking, setAsking] = useState<'permit' | 'archive' | null>(null)
  const { isBusy, act } = useBulk(items)
  const rows = items.filter(({ key }) => picked.has(key)).map(({ row }) => row)
  if (rows.length === 0 && !isPicking) return null
  const isIdle = rows.length > 0 && !isBusy
  return (
    <div
      role="toolbar"
      aria-label={many.toolbar}
      className="flex shrink-0 flex-wrap items-center gap-2 border-b border-line bg-accent-soft px-3 py-1 max-md:order-last max-md:border-t max-md:px-2"
    >
      <span role="status" className="min-w-24 font-medium max-md:grow">
        {isBusy ? many.working(rows.length) : many.selected(rows.length)}
      </span>
      <span className="contents max-md:order-last max-md:flex max-md:w-full max-md:gap-1">
        <Act
          icon={<Play {...ICON} />}
          isReady={isIdle}
          onPress={() => void act(rows, { kind: 'run' })}
        >
          {many.run}
        </Act>
        <Act
          icon={<CircleStop {...ICON} />}
          isReady={isIdle}
          onPress={() => void act(rows, { kind: 'stop' })}
        >
          {many.stop}
        </Act>
        <Act icon={<Flag {...ICON} />} isReady={isIdle} onPress={() => setAsking('permit')}>
          {many.permit}
        </Act>
        <Act icon={<Archive {...ICON} />} isReady={isIdle} onPress={() => setAsking('archive')}>
          {many.archive}
        </Act>
      </span>
      <IconButton
        label={many.clear}
        shortcut="Esc"
        icon={<X aria-hidden className="size-4" />}
        onClick={() => usePicked.getState().clear()}
      />
      {asking === 'permit' ? (
        <UntilDialog
          count={rows.length}
          onClose={() => setAsking(null)}
          onConfirm={(until) => act(rows, { kind: 'permit', until })}
        />
      ) : null}
      <ConfirmDialog
        title={many.archiveTitle(rows.length)}
        description={board.archive.about}
        confirm={board.archive.confirm}
        isOpen={asking === 'archive'}
        onClose={() => setAsking(null)}
        onConfirm={() => act(rows, { kind: 'archive' })}
      />
    </div>
  )
}

interface ActProps {
  icon: ReactNode
  isReady: boolean
  onPress(): void
  children: string
}

function Act({ icon, isReady, onPress, children }: ActProps) {
  const why = useWhyNot('operator')
  return (
    <Button
      size="small"
      icon={icon}
      disabled={!isReady || why !== null}
      title={why ?? undefined}
      onClick={onPress}
      className="max-md:h-11 max-md:min-w-0 max-md:shrink max-md:grow max-md:px-2 max-md:[&>svg]:hidden"
    >
      <span className="truncate">{children}</span>
    </Button>
  )
}

/** Refused rows stay selected: the user most likely wants to do something else with them. */
function useBulk(items: BoardItem[]) {
  const [isBusy, setBusy] = useState(false)
  const act = async (rows: ItemRow[], order: BulkOrder): Promise<void> => {
    setBusy(true)
    const result = await performOnAll(rows, order)
    setBusy(false)
    const { pick, clear } = usePicked.getState()
    const isShown = new Set(items.map(({ key }) => key))
    const refused = result.refused
      .map(({ item }) => itemKey(item))
      .filter((key) => isShown.has(key))
    if (refused.length === 0) clear()
    else pick(refused)
    showBulkResult(result)
  }
  return { isBusy, act }
}
