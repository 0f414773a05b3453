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
/** A single path each: a board renders hundreds of them before its first row is visible. */
const SHAPES: Record<CellState, string> = {
  done: 'M4.5 12.5l5 5L19.5 7',
  running: 'M21 12a9 9 0 1 1-6-8.5',
  queued: 'M12 3a9 9 0 1 0 0 18a9 9 0 1 0 0-18M12 7v5l3.5 2',
  waiting: 'M12 3.5L2 20.5h20zM12 9.5v5M12 17.5v.01',
  failed: 'M12 3a9 9 0 1 0 0 18a9 9 0 1 0 0-18M12 7.5v5M12 16.5v.01',
  nogo: 'M12 3a9 9 0 1 0 0 18a9 9 0 1 0 0-18M5.6 5.6l12.8 12.8',
  todo: 'M12 3a9 9 0 1 0 0 18a9 9 0 1 0 0-18',
}

export function StatusIcon({ state, className = '' }: { state: CellState; className?: string }) {
  return (
    <svg
      aria-hidden
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="2"
      strokeLinecap="round"
      strokeLinejoin="round"
      className={`size-3.5 shrink-0 ${STATUS_TEXT[state]} ${state === 'running' ? 'animate-spin [animation-duration:2s]' : ''} ${className}`}
    >
      <path d={SHAPES[state]} strokeDasharray={state === 'todo' ? '3 4.07' : undefined} />
    </svg>
  )
}
