import fc from 'fast-check'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { readDiscussion } from './discussion-items.ts'

/** Key, title and options of everything that is asked. */
const asked = (text: string) =>
  readDiscussion(text).map(({ key, title, options }) =>
    [key, title, ...options].filter((part) => part !== '').join(' | '),
  )

const SUMMARY = `# Document Review Reply 1

## Summary

| Severity | Issues | Fix Required | No Fix Needed | Needs Discussion |
|---|---|---|---|---|
| Critical | 1 | 1 | 0 | 0 |
| Info | 1 | 0 | 0 | 1 |
`

describe('the issues of a review reply that only the user can decide', () => {
  it('are read from the format that our prompt asks for', () => {
    const prompt = readFileSync(
      fileURLToPath(new URL('../../../prompts/document-review-reply.md', import.meta.url)),
      'utf8',
    )
    const example = /````markdown\n([\s\S]*?)````/.exec(prompt)?.[1] ?? ''
    const [found, ...more] = readDiscussion(example)
    expect(more).toEqual([])
    expect(found).toMatchObject({
      key: 'I1',
      kind: 'discussion',
      title: 'Links could be sent by text message as well',
      options: ['Mail only, as written', 'Mail and text message'],
    })
    expect(found?.text).toContain('Which ways')
    expect(found?.text).toContain('paid service')
    expect(found?.text).not.toContain('Needs Discussion')
  })

  it.each<[string, string, string[]]>([
    [
      'a heading of each issue, labels in bold, options inline',
      `${SUMMARY}
## Answers

### C1: Expired links have no task

- **Answer**: Fix Required
- **Change**: tasks.md

### I1: Who may delete an account?

**Answer:** ⚠️ Needs Discussion
**Reason:** nothing settles it
**Options:** (a) the owner; (b) the owner and the administrator
`,
      ['I1 | Who may delete an account? | the owner | the owner and the administrator'],
    ],
    [
      'a section of their own with points',
      `${SUMMARY}
## Needs Discussion (2)

- **W1**: Two retention periods
  - Option A: 30 days
  - Option B: 90 days
- W2: Who pays for text messages?

## Fix Required

- C1: No task
`,
      [
        'W1 | Two retention periods | Option A: 30 days | Option B: 90 days',
        'W2 | Who pays for text messages?',
      ],
    ],
    [
      'a section of their own with a heading for each',
      `## 3. Issues needing discussion

### W1 – Two retention periods

Law and contract differ.

Options:

1. 30 days
2. 90 days

### W2 – Settled

- Answer: Fix Required

## Status

Status: pending
`,
      ['W1 | Two retention periods | 30 days | 90 days'],
    ],
    [
      'rows of a table',
      `| ID | Issue | Answer | Reason |
|---|---|---|---|
| C1 | No task | Fix Required | |
| W1 | Two retention periods | **Needs Discussion** | law and contract differ |
`,
      ['W1 | Two retention periods'],
    ],
    [
      'points that end with it',
      `## Answers

- C1 No task: Fix Required
- [W1] Two retention periods → Needs Discussion
- W2 Mails may be lost - No Fix Needed
`,
      ['W1 | Two retention periods'],
    ],
    [
      'points with their labels below them',
      `## Answers

1. Two retention periods
   - Verdict: Needs Discussion
   - Choices: 30 days / 90 days
2. No task
   - Verdict: Fix Required
`,
      ['Q1 | Two retention periods | 30 days | 90 days'],
    ],
    [
      'a heading that ends with it',
      `### W1: Two retention periods (Needs Discussion)

Law and contract differ.
`,
      ['W1 | Two retention periods'],
    ],
    [
      'Japanese: a heading of each issue',
      `## 回答

### W1：保存期間が二つある

- 判定：要議論
- 理由：法令と契約が異なる
- 質問：どちらに合わせますか？
- 選択肢：
  - 30日
  - 90日
`,
      ['W1 | 保存期間が二つある | 30日 | 90日'],
    ],
    [
      'Japanese: a section of their own',
      `## 要議論事項（1件）

- 指摘2：SMS の費用は誰が負担するか
  - 案1：自社
  - 案2：利用者
`,
      ['2 | SMS の費用は誰が負担するか | 案1：自社 | 案2：利用者'],
    ],
    [
      'Japanese: rows of a table',
      `| 番号 | 指摘 | 回答 | 選択肢 |
|---|---|---|---|
| W1 | 保存期間 | 議論が必要 | 30日／90日 |
`,
      ['W1 | 保存期間 | 30日 | 90日'],
    ],
    ['none in their section', '## Needs Discussion\n\nNone\n', []],
    ['none in their section, as a point', '## 要議論\n\n- なし\n', []],
    ['counts alone', SUMMARY, []],
    [
      'a word about them in running text',
      '## Notes\n\nNeeds Discussion was not used in this round.\n',
      [],
    ],
    ['what is in code', '```\n### W1: x\n- Answer: Needs Discussion\n```\n', []],
    ['an empty file', '', []],
  ])('are read from %s', (_, text, expected) => {
    expect(asked(text)).toEqual(expected)
    expect(asked(text.replaceAll('\n', '\r\n'))).toEqual(expected)
  })

  it('are named once, by what says most', () => {
    const text = `## Needs Discussion

- W1: Two retention periods

## Answers

### W1: Two retention periods

- Answer: Needs Discussion
- Options:
  - 30 days
  - 90 days
`
    expect(asked(text)).toEqual(['W1 | Two retention periods | 30 days | 90 days'])
  })
})

describe('any document', () => {
  const words = fc.constantFrom(
    'Needs Discussion',
    '要議論',
    'Answer:',
    'Options:',
    '選択肢：',
    '(a) x; (b) y',
    'W1:',
    '\u001b[31m',
    '<script>alert(1)</script>',
    '| a | b |',
    '|---|---|',
    '```',
    '<!--',
    'x'.repeat(5000),
  )
  const line = fc
    .tuple(
      fc.constantFrom('', '# ', '### ', '- ', '  - ', '1. ', '> ', '| ', '\t'),
      fc.array(fc.oneof(words, fc.string({ unit: 'binary' })), { maxLength: 4 }),
    )
    .map(([mark, parts]) => mark + parts.join(' '))
  const document = fc.array(line, { maxLength: 60 }).map((lines) => lines.join('\n'))

  it('never breaks the reader', () => {
    fc.assert(
      fc.property(document, (text) => {
        expect(Array.isArray(readDiscussion(text))).toBe(true)
      }),
      { numRuns: 200 },
    )
  })

  it('is read quickly, however it is built', () => {
    const hostile = [
      `### ${'W1 '.repeat(100_000)}`,
      `- Options: ${'(a) '.repeat(100_000)}`,
      `${'- x\n'.repeat(50_000)}`,
      `| a | b |\n|---|---|\n${'| x | Needs Discussion |\n'.repeat(20_000)}`,
      `## Needs Discussion\n${'### a\n'.repeat(20_000)}`,
      `${' '.repeat(200_000)}Needs Discussion`,
      `**${'*'.repeat(100_000)}`,
    ]
    for (const text of hostile) expect(readDiscussion(text).length).toBeGreaterThanOrEqual(0)
  })
})
