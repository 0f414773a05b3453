import { isSpecRow, type ItemRow } from '../../contracts/views/board.ts'

/** All bugs, and of the specs those that were active last; null: all of them. */
export function newestRows(rows: ItemRow[], count: number | null): ItemRow[] {
  if (count === null) return rows
  const specs = rows.filter(isSpecRow)
  const newest = specs.toSorted((a, b) => (b.activeAt ?? '').localeCompare(a.activeAt ?? ''))
  return [...newest.slice(0, count), ...rows.filter((row) => !isSpecRow(row))]
}
