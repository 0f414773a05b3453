import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readFindings } from './report-findings.ts'

const exampleIn = (name: string): string => {
  const url = new URL(`../../../prompts/${name}.md`, import.meta.url)
  return /````markdown\n([\s\S]*?)````/.exec(readFileSync(fileURLToPath(url), 'utf8'))?.[1] ?? ''
}
const found = (text: string) => readFindings(text).map(({ key, title }) => `${key} ${title}`)

describe('what a report that says no has found', () => {
  it('is read from the formats that our prompts ask for', () => {
    expect(readFindings(exampleIn('inspection'))).toMatchObject([
      {
        key: 'F1',
        kind: 'finding',
        title: '2.2: the age is compared in seconds, so links last 500 hours',
        text: 'Major · src/account/token-store.ts:41\ncompare in the unit of the column, add a test',
      },
      { key: 'F2', title: 'the log names the mail address' },
    ])
    expect(found(exampleIn('verify'))).toEqual([
      'F1 src/checkout/refund.ts:31 reads the order before the lock, as pay.ts did.',
    ])
  })

  it.each<[string, string, string[]]>([
    [
      'points under a heading',
      '## Open Issues\n\n- **F1**: links last too long\n  - Where: a.ts\n- F2: the log names people\n',
      ['F1 links last too long', 'F2 the log names people'],
    ],
    [
      'a heading for each',
      '## Findings\n\n### 1. Links last too long\n\nSee a.ts.\n\n### 2. The log names people\n\n## Tasks\n\n- 1.1\n',
      ['1 Links last too long', '2 The log names people'],
    ],
    [
      'a Japanese table, without what is settled',
      '| 番号 | 重大度 | 箇所 | 指摘 | 状態 |\n|---|---|---|---|---|\n| F1 | 重大 | a.ts | 期限が長い | 未対応 |\n| F2 | 軽微 | b.ts | ログに氏名 | 対応済み |\n',
      ['F1 期限が長い'],
    ],
    ['no heading for them', '# Inspection\n\nJudgment: NOGO\n\nIt is bad.\n', []],
    ['a table of counts', '| Severity | Issues |\n|---|---|\n| Critical | 2 |\n', []],
    ['none', '## Findings\n\n- None\n', []],
  ])('is read from %s', (_, text, expected) => {
    expect(found(text)).toEqual(expected)
  })

  it('is read from anything without an error', () => {
    const part = fc.oneof(
      fc.constantFrom(
        '## Findings',
        '- F1: x',
        '| Finding | ID |',
        '|---|---|',
        '| a | b |',
        '```',
      ),
      fc.string({ unit: 'binary' }),
    )
    fc.assert(
      fc.property(fc.array(part, { maxLength: 40 }), (parts) => {
        expect(Array.isArray(readFindings(parts.join('\n')))).toBe(true)
      }),
      { numRuns: 100 },
    )
  })
})
