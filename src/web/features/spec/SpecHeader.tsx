import type { ReactNode } from 'react'
import type { ItemRow } from '../../../contracts/views/board.ts'
import type { RunStatus } from '../../../contracts/reasons.ts'
import { amountOf } from '../../../core/state/spent.ts'
import { phaseToRun, type CellState } from '../../../core/views/phase-cells.ts'
import { nextAction } from '../../../core/views/spec-actions.ts'
import { useMessages, type Messages } from '../../i18n/messages.ts'
import { StatusIcon, STATUS_TEXT } from '../../ui/Status.tsx'
import { CopyButton } from '../../ui/CopyButton.tsx'
import { NowOr } from '../now/NowOr.tsx'
import { WorktreeBadge } from './delivery/WorktreeBadge.tsx'
import { ItemHeader } from './ItemHeader.tsx'
import { ItemMenu } from './ItemMenu.tsx'

const ICONS: Record<RunStatus, CellState> = {
  idle: 'todo',
  queued: 'queued',
  running: 'running',
  paused: 'waiting',
  completed: 'done',
  error: 'failed',
}

/** What this spec is, how it is, and the button that moves it. */
export function SpecHeader({ row, action }: { row: ItemRow; action: ReactNode }) {
  return (
    <ItemHeader item={row.item}>
      <StatusWords row={row} />
      <NowOr
        row={row}
        className="grow basis-0 max-md:order-last max-md:basis-full max-md:px-2 max-md:text-sm"
      >
        <p className="min-w-0 grow basis-0 truncate text-muted max-md:order-last max-md:basis-full max-md:px-2 max-md:text-sm">
          {row.description.split('\n')[0]}
        </p>
      </NowOr>
      <Worktree row={row} />
      <Spent row={row} />
      {action}
      <ItemMenu row={row} />
    </ItemHeader>
  )
}

function StatusWords({ row }: { row: ItemRow }) {
  const m = useMessages()
  const state = stateOf(row)
  return (
    <span
      role="status"
      title={statusOf(m, row)}
      className={`flex min-w-0 items-center gap-1.5 max-md:max-w-[45%] ${STATUS_TEXT[state]}`}
    >
      <StatusIcon state={state} />
      <span className="truncate">{statusOf(m, row)}</span>
    </span>
  )
}

function stateOf(row: ItemRow): CellState {
  const { run } = row
  if (row.problem !== null) return 'failed'
  if (run.status === 'completed') return stateAtEnd(row)
  if (run.reason === 'user') return 'todo'
  if (run.status !== 'running' || run.waitingFor === null) return ICONS[run.status]
  return run.waitingFor === 'answer' || run.waitingFor === 'answers' ? 'waiting' : 'queued'
}

/** A run that has ended says little about a spec that was rejected or waits since then. */
function stateAtEnd(row: ItemRow): CellState {
  const next = nextAction(row)?.type
  if (next === 'review') return 'waiting'
  return next === 'start' && row.redo.length > 0 ? 'todo' : 'done'
}

function statusOf(m: Messages, row: ItemRow): string {
  const { status, reason, phase } = row.run
  if (row.problem !== null) return m.reasons.unreadable.title
  if (status === 'completed' && stateAtEnd(row) !== 'done') {
    const again = phaseToRun(row)
    return stateAtEnd(row) === 'waiting' || again === null
      ? m.reasons.approval.title
      : m.workflow.runsAgainFrom(m.common.phases[again])
  }
  if (status === 'running' && row.run.waitingFor !== null) return waitingWords(m, row.run)
  if (status === 'running' && phase !== null) {
    const words = `${m.workflow.status.running} · ${m.common.phases[phase]}`
    return row.mode === 'manual' ? `${words} (${m.workflow.manual})` : words
  }
  // A phase that was run manually ends a run, not the spec.
  if (status === 'completed' && row.mode === 'manual' && phase !== null)
    return `${m.workflow.phaseState(m.common.phases[phase], m.common.cells.done)} (${m.workflow.manual})`
  if (reason === 'nogo' && phase !== null) return m.common.stoppedBefore(m.common.phases[phase])
  if (reason === 'user' || reason === 'done' || reason === 'nogo') return m.reasons[reason].title
  return m.workflow.status[status]
}

function waitingWords({ common, workflow }: Messages, run: ItemRow['run']): string {
  const { waitingFor, waitingUntil } = run
  const until = waitingUntil === null ? null : common.clock(waitingUntil)
  switch (waitingFor) {
    case 'working-tree':
      return `${workflow.status.queued} · ${workflow.waitsForTree}`
    case 'quota':
      return `${workflow.status.queued} · ${workflow.waitsForQuota(until)}`
    case 'service':
      return `${workflow.status.queued} · ${workflow.waitsForService(until)}`
    case 'network':
      return `${workflow.status.queued} · ${workflow.waitsForNetwork(until)}`
    case 'answer':
      return `${workflow.status.running} · ${workflow.waitsForAnswer}`
    case 'answers':
      return workflow.waitsForAnswers(until)
    case null:
      return workflow.status.running
    default:
      return waitingFor satisfies never
  }
}

/** Where its code is written, when that is not the checkout. */
function Worktree({ row }: { row: ItemRow }) {
  const { delivery } = useMessages()
  const { workspace } = row
  if (workspace.kind === 'checkout') return null
  return (
    <span
      title={delivery.worktreeAt(workspace.path)}
      className="flex min-w-0 max-w-[40%] shrink items-center gap-1.5 text-xs text-muted max-md:order-last max-md:max-w-full max-md:basis-full max-md:px-2"
    >
      <WorktreeBadge row={row} />
      <span className="truncate font-mono">{workspace.branch}</span>
      <CopyButton label={delivery.copyPath} text={() => workspace.path} />
    </span>
  )
}

function Spent({ row }: { row: ItemRow }) {
  const { common, workflow } = useMessages()
  const { usage } = row
  const { costUsd, unreportedTokens, unreportedCost } = usage
  const hasTokens = usage.inputTokens !== null || usage.outputTokens !== null
  const part = (amount: string, unreported: number): string =>
    unreported > 0 ? common.atLeast(amount) : amount
  const parts = [
    hasTokens
      ? part(workflow.usage(common.tokens(amountOf(usage, 'tokens'))), unreportedTokens)
      : null,
    costUsd === null ? null : part(common.cost(costUsd), unreportedCost),
  ].filter((part) => part !== null)
  if (parts.length === 0) return null
  return (
    <span className="shrink-0 whitespace-nowrap text-xs text-muted max-lg:hidden">
      {parts.join(' · ')}
    </span>
  )
}
