import type { PhaseCell } from '../../../core/views/phase-cells.ts'
import type { Messages } from '../../i18n/messages.ts'
import { wordsOfStand } from '../items/standing-words.ts'
import type { BoardItem } from './board-items.ts'

/** "Review: running, round 3 of 7" */
export function wordsOfCell(m: Messages, shown: PhaseCell): string {
  const { phase, state, round, rerun, tasks, checks, until } = shown
  const { cell } = m.board
  const parts = [m.common.cells[state]]
  if (round !== null) parts.push(cell.round(round.now, round.of))
  if (tasks !== null) parts.push(cell.tasks(tasks.done, tasks.total))
  if (rerun !== null) parts.push(cell.rerun(rerun.now, rerun.of))
  if (checks === 'none') parts.push(m.delivery.unverified)
  else if (checks !== null) parts.push(m.delivery.checksAre(m.delivery.results[checks]))
  if (until !== null) parts.push(cell.until(m.common.clock(until)))
  return cell.words(m.common.phases[phase], parts)
}

/** The status of an item, as worded everywhere, plus the progress of the current phase. */
export function shortStatus(
  m: Messages,
  { row, stand }: Pick<BoardItem, 'row' | 'stand'>,
  cells: PhaseCell[],
): string {
  const now = cells.find(({ phase }) => phase === row.run.phase)
  const count = now === undefined || stand.standing === 'done' ? null : marksOf(now).count
  return [wordsOfStand(m, row, stand), count].filter(Boolean).join(' ')
}

export interface CellMarks {
  /** Rounds or tasks, such as `3/7`. */
  count: string | null
  rerun: string | null
}

export const marksOf = ({ round, rerun, tasks }: PhaseCell): CellMarks => ({
  count:
    round !== null
      ? `${round.now}/${round.of}`
      : tasks !== null
        ? `${tasks.done}/${tasks.total}`
        : null,
  rerun: rerun === null ? null : `${rerun.now}/${rerun.of}`,
})
