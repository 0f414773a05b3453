import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readReviewReply } from './review-reply.ts'

const counts = (fixRequired: number, needsDiscussion: number) => ({
  ok: true,
  fixRequired,
  needsDiscussion,
})

const PROMPTED = `# Document Review Reply #1

## Response Summary

| Severity | Issues | Fix Required | No Fix Needed | Needs Discussion |
| -------- | ------ | ------------ | ------------- | ---------------- |
| Critical | 1      | 1            | 0             | 0                |
| Warning  | 5      | 2            | 2             | 1                |
| Info     | 3      | 0            | 3             | 0                |
`

/** A table with one row, to vary one thing at a time. */
const table = (cells: { fix?: string; discussion?: string; heads?: string }): string =>
  `${cells.heads ?? '| Severity | Fix Required | Needs Discussion |'}
|---|---|---|
| Critical | ${cells.fix ?? '0'} | ${cells.discussion ?? '0'} |
`

describe('the summary table', () => {
  it('X5 sums the two columns over the severities', () => {
    expect(readReviewReply(PROMPTED)).toEqual(counts(3, 1))
  })

  it.each([
    ['CRLF and a BOM', '\uFEFF' + PROMPTED.replaceAll('\n', '\r\n')],
    ['a block quote', PROMPTED.replaceAll(/^/gm, '> ')],
    ['an indented list item', `- summary\n\n${PROMPTED.replaceAll(/^/gm, '  ')}`],
    ['a Total row', `${PROMPTED}| Total | 9 | 3 | 5 | 1 |\n`],
    ['a bold Total row', `${PROMPTED}| **Total** | **9** | **3** | **5** | **1** |\n`],
    ['a 合計 row first', PROMPTED.replace('| Critical', '| 合計 | 9 | 3 | 5 | 1 |\n| Critical')],
    ['a 計 row', `${PROMPTED}| 計 | 9 | 3 | 5 | 1 |\n`],
    ['a 小計 row', `${PROMPTED}| 小計 | 9 | 3 | 5 | 1 |\n`],
    ['only a Total row', PROMPTED.replaceAll(/^\| [CWI].*\n/gm, '') + '| Total | 9 | 3 | 5 | 1 |'],
    ['text right after it', `${PROMPTED}Total of nine issues.\n`],
    ['a comment between its rows', PROMPTED.replace('| Warning', '<!-- x -->\n| Warning')],
    ['the same table twice', `${PROMPTED}\n## Again\n\n${PROMPTED}`],
    ['an example in a fence', `${PROMPTED}\n\`\`\`\n${table({ fix: '9' })}\`\`\`\n`],
    ['an example in a comment', `${PROMPTED}\n<!--\n${table({ fix: '9' })}-->\n`],
    [
      'other tables',
      `| File | Fix |\n|---|---|\n| a | many |\n\n${PROMPTED}\n| A | B |\n|--|--|\n| 1 | 2 |`,
    ],
    ['a union of types in the text', `${PROMPTED}\nUse \`'a' | 'b'\` there.\n`],
    ['no outer bars', PROMPTED.replaceAll(/^\| | +\|$/gm, '')],
    ['alignment colons', PROMPTED.replace('| --------', '|:------:')],
    ['a row without its last note', PROMPTED.replace(' |\n| --', ' | Note |\n| --')],
  ])('X5 reads the same with %s', (_, text) => {
    expect(readReviewReply(text)).toEqual(counts(3, 1))
  })

  it('X5 reads columns in another order, with others between', () => {
    const text = `| Needs Discussion | Severity | Note | Fix Required |
|---|---|---|---|
| 1 | Critical | a \\| b | 2 |
| 0 | 情報 | - | 3 |`
    expect(readReviewReply(text)).toEqual(counts(5, 1))
  })

  it('X5 counts severities of any name', () => {
    const text = `| 重要度 | 件数 | 要修正 | 修正不要 | 要議論 |
|---|---|---|---|---|
| 致命的 | 1 | 1 | 0 | 0 |
| 警告 | 2 | 1 | 0 | 1 |
| 軽微 | 4 | 4 | 0 | 0 |
| **合計** | 7 | 6 | 0 | 1 |`
    expect(readReviewReply(text)).toEqual(counts(6, 1))
  })
})

describe('headings', () => {
  it.each([
    ['Fix Required', 'Needs Discussion'],
    ['fix required', 'NEEDS DISCUSSION'],
    ['**Fix Required**', '__Needs Discussion__'],
    ['`Fix  Required`', 'Needs-Discussion'],
    ['Fix<br>Required', 'Needs<br/>Discussion'],
    ['🔧 Fix Required', '💬 Needs Discussion'],
    ['Fix Required (件)', 'Needs Discussion（件）'],
    ['要修正', '要議論'],
    ['修正が必要', '議論が必要'],
    ['修正必要', '要検討'],
    ['**要修正**', ' 議論 が 必要 '],
    ['要修正件数', '要議論数'],
    ['要修正 (Fix Required)', 'Needs Discussion / 要議論'],
    ['Ｆｉｘ Required', '要協議'],
  ])('X5 finds %j and %j', (fix, discussion) => {
    const heads = `| Severity | ${fix} | ${discussion} |`
    expect(readReviewReply(table({ heads, fix: '2', discussion: '1' }))).toEqual(counts(2, 1))
  })

  it.each([
    ['No Fix Required', 'Needs Discussion', 'missing-column'],
    ['Fix Required', 'No Discussion', 'missing-column'],
    ['修正不要', '要議論', 'missing-column'],
    ['Fix Required / Needs Discussion', 'Note', 'no-table'],
    ['No Fix Needed / Fix Required', 'Needs Discussion', 'missing-column'],
    ['Fix', 'Discussion', 'no-table'],
  ])('X5 does not take %j and %j for the two columns', (fix, discussion, why) => {
    const heads = `| Severity | ${fix} | ${discussion} |`
    expect(readReviewReply(table({ heads }))).toMatchObject({ ok: false, why })
  })

  it('X5 refuses two columns of one meaning', () => {
    const text = `| Fix Required | 要修正 | Needs Discussion |\n|---|---|---|\n| 0 | 1 | 0 |`
    expect(readReviewReply(text)).toEqual({ ok: false, why: 'ambiguous', line: 1 })
  })
})

describe('numbers', () => {
  it.each([
    ['7', 7],
    ['**7**', 7],
    ['`7`', 7],
    ['__7__', 7],
    ['***7***', 7],
    ['７', 7],
    ['１２', 12],
    ['07', 7],
    ['7件', 7],
    ['-', 0],
    ['–', 0],
    ['—', 0],
    ['**-**', 0],
    ['0', 0],
  ])('X5 reads %j', (cell, value) => {
    expect(readReviewReply(table({ fix: cell }))).toEqual(counts(value, 0))
    expect(readReviewReply(table({ discussion: cell }))).toEqual(counts(0, value))
  })

  it.each([
    '',
    ' ',
    'many',
    '2?',
    '?',
    '-1',
    '+1',
    '1.5',
    '1,000',
    '1/2',
    '1-2',
    '1 2',
    '~~2~~ 0',
    '0 ✅',
    '²',
    '①',
    '1e3',
    '0x1',
    'None',
    '--',
    '9999999',
    '1_0',
  ])('X5 refuses %j', (cell) => {
    const refused = { ok: false, why: 'unreadable-number', line: 3 }
    expect(readReviewReply(table({ fix: cell }))).toEqual(refused)
    expect(readReviewReply(table({ discussion: cell }))).toEqual(refused)
  })
})

describe('what cannot be read', () => {
  it.each([
    ['nothing', '', { why: 'no-table', line: null }],
    ['prose', 'Fix Required: 0, Needs Discussion: 0', { why: 'no-table', line: null }],
    [
      'headings without the line of dashes',
      '| Fix Required | Needs Discussion |\n| 0 | 0 |',
      { why: 'no-table', line: null },
    ],
    [
      'a table turned on its side',
      '| | Critical |\n|--|--|\n| Fix Required | 0 |',
      { why: 'no-table', line: null },
    ],
    ['a table in a fence only', `~~~\n${PROMPTED}~~~`, { why: 'no-table', line: null }],
    ['a table in a comment only', `<!--\n${PROMPTED}-->`, { why: 'no-table', line: null }],
    ['no rows', table({}).replace(/\| Critical.*\n/, ''), { why: 'unreadable-number', line: 1 }],
    ['a row that is too short', `${table({})}| Info | 0 |`, { why: 'unreadable-number', line: 4 }],
    [
      'a row that is too long',
      `${table({})}| Info | a | b | 0 |`,
      { why: 'unreadable-number', line: 4 },
    ],
    [
      'numbers moved by a cell',
      `${table({})}| Info | 0 | 0 | 3 |`,
      { why: 'unreadable-number', line: 4 },
    ],
    ['a row of no numbers', `${table({})}| | | |`, { why: 'unreadable-number', line: 4 }],
    [
      'a bad row after a blank line',
      `${table({})}\n| Info | many | 0 |`,
      { why: 'unreadable-number', line: 5 },
    ],
    [
      'a bad row after stray text',
      `${table({})}stray\n| Info | many | 0 |`,
      { why: 'unreadable-number', line: 5 },
    ],
    [
      'a total that disagrees',
      `${table({ fix: '1' })}| Total | 2 | 0 |`,
      { why: 'ambiguous', line: 1 },
    ],
    ['a total of less', `${table({ fix: '1' })}| 合計 | 0 | 0 |`, { why: 'ambiguous', line: 1 }],
    [
      'two totals',
      '| S | Fix Required | Needs Discussion |\n|-|-|-|\n| Total | 1 | 0 |\n| 計 | 0 | 0 |',
      { why: 'ambiguous', line: 1 },
    ],
    [
      'two tables that differ',
      `${table({ fix: '1' })}\n${table({})}`,
      { why: 'ambiguous', line: 5 },
    ],
    [
      'a second table that is unreadable',
      `${table({})}\n${table({ fix: '' })}`,
      { why: 'unreadable-number', line: 7 },
    ],
    ['an open fence', `${PROMPTED}\n\`\`\``, { why: 'unclosed-fence', line: 11 }],
    ['an open comment', `${PROMPTED}<!--`, { why: 'unclosed-comment', line: 10 }],
  ])('X5 refuses %s', (_, text, expected) => {
    expect(readReviewReply(text)).toEqual({ ok: false, ...expected })
  })

  it('X5 does not lose a row that a blank line or code cut off', () => {
    expect(readReviewReply(`${table({})}\n| Info | 2 | 0 |`)).toEqual(counts(2, 0))
    expect(readReviewReply(`${table({})}~~~\na\n~~~\n| Info | 2 | 0 |`)).toEqual(counts(2, 0))
  })
})

describe('any reply', () => {
  const number = fc.integer({ min: 0, max: 999 })
  const styled = (value: number) =>
    fc.constantFrom(
      `${value}`,
      `**${value}**`,
      `\`${value}\``,
      `  ${value} `,
      value === 0 ? '-' : `${value}`,
    )

  const row = fc
    .tuple(fc.constantFrom('Critical', '警告', 'Info', 'Minor'), number, number)
    .chain(([severity, fix, discussion]) =>
      fc.record({
        fix: fc.constant(fix),
        discussion: fc.constant(discussion),
        cells: fc.tuple(fc.constant(severity), styled(fix), styled(discussion), fc.constant('x')),
      }),
    )

  it('X5 gives the sums of the rows, whatever the order of the columns', () => {
    const order = fc.shuffledSubarray([0, 1, 2, 3], { minLength: 4 })
    fc.assert(
      fc.property(fc.array(row, { minLength: 1 }), order, fc.boolean(), (rows, columns, total) => {
        const fix = rows.reduce((sum, each) => sum + each.fix, 0)
        const discussion = rows.reduce((sum, each) => sum + each.discussion, 0)
        const all = [
          ['Severity', 'Fix Required', '要議論', 'Note'],
          ['---', ':--', '--:', '-'],
          ...rows.map(({ cells }) => cells),
          ...(total ? [['Total', `${fix}`, `${discussion}`, '']] : []),
        ]
        const text = all.map((cells) => `| ${columns.map((at) => cells[at]).join(' | ')} |`)
        expect(readReviewReply(text.join('\n'))).toEqual(counts(fix, discussion))
      }),
    )
  })

  it('X5 never throws', () => {
    const piece = fc.constantFrom(
      '|',
      '---',
      'Fix Required',
      '要議論',
      '0',
      'Total',
      '\\',
      '\n',
      '```',
      '<!--',
      '-->',
      ' ',
    )
    const text = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.array(piece).map((all) => all.join('')),
    )
    fc.assert(
      fc.property(text, (any) => void readReviewReply(any)),
      { numRuns: 1000 },
    )
  })

  it.each([
    ['bars', (size: number) => '|'.repeat(size)],
    ['brackets', (size: number) => `|${'('.repeat(size)}|b|\n|-|-|`],
    ['tables', (size: number) => '|a|b|\n|-|-|\n'.repeat(size / 12)],
    ['tables with both columns', (size: number) => table({}).repeat(size / 80)],
    ['dashes', (size: number) => '|-|\n'.repeat(size / 4)],
    ['a number of stars', (size: number) => table({ fix: '*'.repeat(size) + 'b' })],
  ])('X5 needs time in step with the size: %s', (_, make) => {
    // CPU time, because wall-clock time would fail on a busy machine.
    const cost = (text: string): number => {
      const before = process.cpuUsage()
      readReviewReply(text)
      return process.cpuUsage(before).user / 1000
    }
    // Linear growth is 32 times, quadratic 1,024; the minimum covers times too short to measure.
    const small = Math.max(cost(make(1 << 13)), 4)
    expect(cost(make(1 << 18))).toBeLessThan(small * 128)
  })
})
