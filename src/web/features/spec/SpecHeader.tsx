import { Archive, ChevronLeft, Ellipsis, RotateCcw, Trash2 } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import type { SpecRow } from '../../../contracts/board.ts'
import type { RunStatus } from '../../../contracts/reasons.ts'
import { isLive, type CellState } from '../../../core/views/phase-cells.ts'
import { useGo } from '../../app/routes.ts'
import { useMessages, type Messages } from '../../i18n/messages.ts'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { Menu } from '../../ui/Menu.tsx'
import { StatusIcon, STATUS_TEXT } from '../../ui/Status.tsx'
import { tellRefusal } from '../notices/notices-store.ts'
import { archiveSpec, deleteSpec } from '../specs/spec-commands.ts'
import { PlaceLink } from './PlaceLink.tsx'
import { RetryDialog } from './RetryDialog.tsx'

const ICONS: Record<RunStatus, CellState> = {
  idle: 'todo',
  queued: 'queued',
  running: 'running',
  paused: 'waiting',
  completed: 'done',
  error: 'failed',
}

/** The line above everything else: what this spec is, how it is, and the button that moves it. */
export function SpecHeader({ row, action }: { row: SpecRow; action: ReactNode }) {
  const { workflow } = useMessages()
  return (
    <header className="flex min-h-12 shrink-0 items-center gap-x-3 border-b border-line px-4 py-1.5 max-md:flex-wrap max-md:px-2">
      <PlaceLink
        place={{ screen: 'board' }}
        label={workflow.toBoard}
        className="inline-flex size-11 shrink-0 items-center justify-center rounded-md text-muted hover:bg-hover md:hidden"
      >
        <ChevronLeft aria-hidden className="size-5" />
      </PlaceLink>
      <h1 className="min-w-0 truncate text-base font-semibold max-md:grow max-md:basis-0">
        {row.feature}
      </h1>
      <StatusWords row={row} />
      <p className="min-w-0 grow truncate text-muted max-md:order-last max-md:basis-full max-md:px-2 max-md:text-sm">
        {row.description.split('\n')[0]}
      </p>
      <Spent row={row} />
      {action}
      <SpecMenu row={row} />
    </header>
  )
}

function StatusWords({ row }: { row: SpecRow }) {
  const m = useMessages()
  const state = row.run.reason === 'user' ? 'todo' : ICONS[row.run.status]
  return (
    <span
      role="status"
      className={`flex min-w-0 shrink-0 items-center gap-1.5 max-md:max-w-[45%] ${STATUS_TEXT[state]}`}
    >
      <StatusIcon state={state} />
      <span className="truncate">{statusOf(m, row)}</span>
    </span>
  )
}

function statusOf(m: Messages, row: SpecRow): string {
  const { status, reason, phase } = row.run
  if (row.waitingFor !== null && status === 'running')
    return `${m.workflow.status.queued} · ${m.workflow.waitsForTree}`
  if (status === 'running' && phase !== null) {
    const words = `${m.workflow.status.running} · ${m.common.phases[phase]}`
    return row.mode === 'manual' ? `${words} (${m.workflow.byHand})` : words
  }
  // A phase that was run by hand ends a run, not the spec.
  if (status === 'completed' && row.mode === 'manual' && phase !== null)
    return `${m.workflow.phaseState(m.common.phases[phase], m.common.cells.done)} (${m.workflow.byHand})`
  if (reason === 'user' || reason === 'done' || reason === 'nogo') return m.reasons[reason].title
  return m.workflow.status[status]
}

function Spent({ row }: { row: SpecRow }) {
  const { common, workflow } = useMessages()
  const { tokens, costUsd } = row.usage
  const parts = [
    tokens === null ? null : workflow.usage(common.tokens(tokens)),
    costUsd === null ? null : common.cost(costUsd),
  ].filter((part) => part !== null)
  if (parts.length === 0) return null
  return (
    <span className="shrink-0 whitespace-nowrap text-xs text-muted max-lg:hidden">
      {parts.join(' · ')}
    </span>
  )
}

type Asking = 'retry' | 'archive' | 'delete'

function SpecMenu({ row }: { row: SpecRow }) {
  const { workflow } = useMessages()
  const [asking, setAsking] = useState<Asking | null>(null)
  const go = useGo()
  const { feature } = row
  const close = (): void => setAsking(null)
  const put = async (how: 'archive' | 'delete'): Promise<void> => {
    const reply = await (how === 'archive' ? archiveSpec(feature) : deleteSpec(feature))
    if (reply.ok) go({ screen: 'board' })
    else tellRefusal(reply.error, feature)
  }
  const icon = { 'aria-hidden': true, className: 'size-4' } as const
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
        items={[
          {
            label: workflow.menu.retry,
            icon: <RotateCcw {...icon} />,
            isDisabled: isLive(row) || row.problem !== null,
            onSelect: () => setAsking('retry'),
          },
          {
            label: workflow.menu.archive,
            icon: <Archive {...icon} />,
            isDisabled: isLive(row),
            onSelect: () => setAsking('archive'),
          },
          {
            label: workflow.menu.delete,
            icon: <Trash2 {...icon} />,
            isDangerous: true,
            isDisabled: isLive(row),
            onSelect: () => setAsking('delete'),
          },
        ]}
      />
      {asking === 'retry' ? <RetryDialog row={row} onClose={close} /> : null}
      {asking === 'archive' || asking === 'delete' ? (
        <ConfirmDialog
          isOpen
          isDangerous={asking === 'delete'}
          title={workflow[asking].title(feature)}
          description={workflow[asking].why}
          confirm={workflow[asking].confirm}
          onClose={close}
          onConfirm={() => put(asking)}
        />
      ) : null}
    </>
  )
}
