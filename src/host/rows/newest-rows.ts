import { isSpecRow, type ItemRow } from '../../contracts/views/board.ts'

/** All bugs and the most recently active specs; all rows when `count` is null. */
export function newestRows(rows: ItemRow[], count: number | null): ItemRow[] {
  if (count === null) return rows
  const specs = rows.filter(isSpecRow)
  const newest = specs.toSorted((a, b) => (b.activeAt ?? '').localeCompare(a.activeAt ?? ''))
  return [...newest.slice(0, count), ...rows.filter((row) => !isSpecRow(row))]
}
