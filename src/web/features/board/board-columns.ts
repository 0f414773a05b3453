import type { Phase } from '../../../contracts/phases.ts'
import type { ItemRow } from '../../../contracts/views/board.ts'
import { phaseCells, type CellSource, type PhaseCell } from '../../../core/views/phase-cells.ts'
import { SPEC_WORKFLOW } from '../../../core/workflow/tables/spec-workflow.ts'
import { definitionOf, phasesOf } from '../../../core/workflow/workflows.ts'

/** The columns of the board; phases of other workflows go into the matching column. */
export const COLUMN_PHASES = phasesOf(SPEC_WORKFLOW)

/** One entry per column, null where the item's workflow has no phase. */
export function cellsByColumn(cells: readonly PhaseCell[]): (PhaseCell | null)[] {
  const columns: (PhaseCell | null)[] = COLUMN_PHASES.map(() => null)
  let next = columns.length
  for (const cell of cells.toReversed()) {
    next = columnOf(cell, next)
    columns[next] = cell
  }
  return columns
}

/** Its own column, or the only one of the same kind, or the one before the next phase's. */
function columnOf({ phase }: PhaseCell, next: number): number {
  const own = COLUMN_PHASES.indexOf(phase)
  if (own !== -1) return own
  const { kind } = definitionOf(phase)
  const alike = COLUMN_PHASES.filter((column) => definitionOf(column).kind === kind)
  const [only] = alike
  return only !== undefined && alike.length === 1 ? COLUMN_PHASES.indexOf(only) : next - 1
}

/** Safe to cache: rows are never mutated, only replaced. */
const known = new WeakMap<ItemRow, readonly (PhaseCell | null)[]>()

export function columnsOf(row: ItemRow): readonly (PhaseCell | null)[] {
  const columns = known.get(row) ?? cellsByColumn(phaseCells(row))
  known.set(row, columns)
  return columns
}

/** The last phase of this item's own workflow that is in this column or before it. */
export function lastPhaseUpTo(row: CellSource, column: Phase): Phase | null {
  const columns = cellsByColumn(phaseCells(row)).slice(0, COLUMN_PHASES.indexOf(column) + 1)
  return columns.findLast((cell) => cell !== null)?.phase ?? null
}
