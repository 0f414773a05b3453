const headings = ['benchmark', 'ours p50', 'p95', 'floor p50', 'p95', 'ratio', 'target', '']

/** Prints one line per row, with its details on the line below. */
export function printTable(rows) {
  const cells = [headings, ...rows.map(cellsOf)]
  const widths = headings.map((_, column) => Math.max(...cells.map((row) => row[column].length)))
  const line = (row) => row.map((cell, column) => pad(cell, widths[column], column)).join('  ')
  console.log(`\n${line(headings)}`)
  console.log(widths.map((width) => '-'.repeat(width)).join('  '))
  for (const [index, row] of rows.entries()) {
    console.log(line(cells[index + 1]))
    console.log(`  ${detailsOf(row)}`)
  }
  console.log('')
}

function cellsOf(row) {
  if (row.error !== undefined) return [row.name, '-', '-', '-', '-', '-', '-', 'FAILED']
  const { name, unit, figure, floor, ratio, target, pass } = row
  const show = (value) => `${value < 100 ? value.toFixed(2) : Math.round(value)} ${unit}`
  return [
    name,
    show(figure.p50),
    show(figure.p95),
    show(floor.p50),
    show(floor.p95),
    ratio.toFixed(2),
    target,
    pass ? 'ok' : 'MISSED',
  ]
}

function detailsOf(row) {
  if (row.error !== undefined) return row.error
  const memory = Object.entries(row.peakRssMb).map(([who, mb]) => `${who} ${mb} MB`)
  const notes = Object.entries(row.notes).map(([what, value]) => `${what} ${value}`)
  return [`n=${row.figure.samples}`, `peak RSS: ${memory.join(', ')}`, ...notes].join('; ')
}

const pad = (cell, width, column) =>
  column === 0 || column >= 6 ? cell.padEnd(width) : cell.padStart(width)
