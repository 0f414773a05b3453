import {
  Ban,
  Check,
  CircleAlert,
  CircleDashed,
  Clock,
  LoaderCircle,
  TriangleAlert,
  type LucideIcon,
} from 'lucide-react'
import type { CellState } from '../../core/views/phase-cells.ts'

export const STATUS_TEXT: Record<CellState, string> = {
  done: 'text-done',
  running: 'text-running',
  queued: 'text-muted',
  waiting: 'text-needs',
  failed: 'text-failed',
  nogo: 'text-faint',
  todo: 'text-faint',
}
export const STATUS_SOFT: Record<CellState, string> = {
  done: 'bg-done-soft',
  running: 'bg-running-soft',
  queued: 'bg-raised',
  waiting: 'bg-needs-soft',
  failed: 'bg-failed-soft',
  nogo: 'bg-transparent',
  todo: 'bg-transparent',
}
const ICONS: Record<CellState, LucideIcon> = {
  done: Check,
  running: LoaderCircle,
  queued: Clock,
  waiting: TriangleAlert,
  failed: CircleAlert,
  nogo: Ban,
  todo: CircleDashed,
}

export function StatusIcon({ state, className = '' }: { state: CellState; className?: string }) {
  const Icon = ICONS[state]
  return (
    <Icon
      aria-hidden
      className={`size-3.5 shrink-0 ${STATUS_TEXT[state]} ${state === 'running' ? 'animate-spin [animation-duration:2s]' : ''} ${className}`}
    />
  )
}
