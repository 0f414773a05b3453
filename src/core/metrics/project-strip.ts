import type { Phase } from '../../contracts/phases.ts'
import { PHASES } from '../../contracts/phases.ts'
import type { ItemRow } from '../../contracts/views/board.ts'
import { phaseCells, type CellState } from '../views/phase-cells.ts'

interface StripColumn {
  row: ItemRow
  /** Only for phases that the item has. */
  cells: Partial<Record<Phase, CellState>>
}

export interface ProjectStrip {
  /** The phases that any item of the project has, in order. */
  phases: Phase[]
  columns: StripColumn[]
  /** How many items are in which state, by phase. */
  counts: Partial<Record<Phase, Partial<Record<CellState, number>>>>
}

/** Every phase of every item at once. */
export function projectStrip(rows: readonly ItemRow[]): ProjectStrip {
  const counts: ProjectStrip['counts'] = {}
  const columns = rows.map((row) => {
    const cells: StripColumn['cells'] = {}
    for (const { phase, state } of phaseCells(row)) {
      cells[phase] = state
      const count = (counts[phase] ??= {})
      count[state] = (count[state] ?? 0) + 1
    }
    return { row, cells }
  })
  return { phases: PHASES.filter((phase) => counts[phase] !== undefined), columns, counts }
}
