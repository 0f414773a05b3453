import { describe, expect, it } from 'vitest'
import { sectionsOf, tablesIn } from './sections.ts'

const tables = (text: string) => sectionsOf(text).flatMap(tablesIn)

describe('tablesIn', () => {
  it('T10 reads every line of a table once, however many of them look like the line below headings', () => {
    const lines = 2000
    const rows = tables(`# Reply\n\n${'|-\n'.repeat(lines)}`).flatMap((table) => table.rows)
    expect(rows.length).toBeLessThan(lines)
  })

  it('reads two tables that follow each other', () => {
    const text = '# Reply\n\n| a |\n|---|\n| 1 |\n| 2 |\n\n| b |\n|---|\n| 3 |\n'
    expect(tables(text)).toEqual([
      { headings: ['a'], rows: [['1'], ['2']] },
      { headings: ['b'], rows: [['3']] },
    ])
  })
})
