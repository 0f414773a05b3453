import type { ItemRow } from '../../contracts/views/board.ts'
import type { Need } from './needs-you.ts'
import type { CellState } from './phase-cells.ts'

/** The overall status of an item, in display order. */
export const STANDINGS = ['needs', 'running', 'waiting', 'idle', 'done'] as const
export type Standing = (typeof STANDINGS)[number]

/** How an item stands; rows, headers and inbox entries all show this. */
export interface Stand {
  standing: Standing
  /** Its colour and icon. */
  state: CellState
  need: Need | null
}

export function standOf(row: ItemRow, need: Need | null): Stand {
  const standing = standingOf(row, need)
  return { standing, state: stateOf(row, standing), need }
}

function standingOf(row: ItemRow, need: Need | null): Standing {
  if (need !== null) return 'needs'
  const { status, waitingFor } = row.run
  switch (status) {
    case 'running':
      return waitingFor === null ? 'running' : 'waiting'
    case 'queued':
    case 'paused':
    case 'error':
      return 'waiting'
    case 'idle':
      return row.allowed.next?.type === 'view-changes' ? 'done' : 'idle'
    case 'completed':
      // Rejected or edited after it completed: it waits for someone to start it again.
      return row.allowed.next?.type === 'start' ? 'waiting' : 'done'
    default:
      return status satisfies never
  }
}

function stateOf({ run, problem }: ItemRow, standing: Standing): CellState {
  if (problem !== null || run.status === 'error') return 'failed'
  switch (standing) {
    case 'needs':
      return 'waiting'
    case 'running':
      return 'running'
    case 'waiting':
      return run.status === 'queued' || run.status === 'running' ? 'queued' : 'todo'
    case 'idle':
      return 'todo'
    case 'done':
      return 'done'
    default:
      return standing satisfies never
  }
}
