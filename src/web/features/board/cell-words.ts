import type { ItemRow } from '../../../contracts/views/board.ts'
import type { PhaseCell } from '../../../core/views/phase-cells.ts'
import type { Messages } from '../../i18n/messages.ts'

/** "Review: running, round 3 of 7" */
export function wordsOfCell(m: Messages, shown: PhaseCell): string {
  const { phase, state, round, rerun, tasks, checks, until } = shown
  const { cell } = m.board
  const parts = [`${m.common.phases[phase]}: ${m.common.cells[state]}`]
  if (round !== null) parts.push(cell.round(round.now, round.of))
  if (tasks !== null) parts.push(cell.tasks(tasks.done, tasks.total))
  if (rerun !== null) parts.push(cell.rerun(rerun.now, rerun.of))
  if (checks === 'none') parts.push(m.delivery.unverified)
  else if (checks !== null) parts.push(m.delivery.checksAre(m.delivery.results[checks]))
  if (until !== null) parts.push(cell.until(m.common.clock(until)))
  return parts.join(', ')
}

/** The cell that says where a spec stands, when there is no room for all seven. */
export function currentCell(cells: PhaseCell[]): PhaseCell | undefined {
  const isNow = ({ state }: PhaseCell): boolean =>
    state !== 'done' && state !== 'todo' && state !== 'nogo'
  return cells.find(isNow) ?? cells.find(({ state }) => state !== 'done') ?? cells.at(-1)
}

/** Where a spec stands, in the few words that a phone has room for. */
export function shortStatus(
  m: Messages,
  { problem, run }: Pick<ItemRow, 'problem' | 'run'>,
  cells: PhaseCell[],
): string {
  if (problem !== null) return m.board.unreadable
  const now = currentCell(cells)
  if (now === undefined) return ''
  if (now.state === 'nogo' && run.status === 'completed')
    return m.board.stoppedBefore(m.common.shortPhases[now.phase])
  return [m.common.shortPhases[now.phase], marksOf(now).count, m.common.cells[now.state]]
    .filter(Boolean)
    .join(' ')
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
