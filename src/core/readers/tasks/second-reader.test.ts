import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isDoneForSecondReader } from '../../../testkit/second-task-reader.ts'
import { readTasks } from './tasks-document.ts'

const FILES = Number(process.env['SDD_FILES'] ?? 20_000)

const isDone = (text: string): boolean => {
  const reading = readTasks(text)
  return (
    reading.ok &&
    reading.counts.done === reading.counts.total &&
    reading.counts.total + reading.counts.optional.total > 0
  )
}

const mark = fc.constantFrom('x', 'x', 'x', 'x', 'X', ' ', '-', '~', '?', '\u00A0', '\u3000', '!')
const title = fc.constantFrom(
  'Set up',
  '1. Set up',
  '1.1 Set up',
  '**T1.1** Set up',
  'T012 [P] [US1] Set up',
  'T012a Set up',
  '(P) Set up',
  '2.1* Write tests',
  '3.* Write tests',
  '**2.1** Bold',
  '4 Set up (P)',
  '~~1.1 Struck out~~',
  '*emphasis* first',
  'テストを書く',
  'See [ ] in the text',
  'Use `[ ]` boxes _Requirements: 1.1_',
)
const lead = fc.constantFrom(
  '- ',
  '* ',
  '+ ',
  '1. ',
  '2) ',
  '-  ',
  '> - ',
  '>> * ',
  '  - ',
  '\t- ',
  '-',
)
const star = fc.constantFrom('', '', '', '', '*', '\\*')

const listed = fc.tuple(lead, mark, star, title).map(([a, m, s, t]) => `${a}[${m}]${s} ${t}`)
const headed = fc
  .tuple(
    fc.constantFrom('### - ', '## ', '#### * ', '### 1.1 ', '### Task 2: ', '###'),
    mark,
    // After a number before the box, a number behind the box is part of the title.
    title.filter((words) => !/^\d.*\*/.test(words)),
  )
  .map(([a, m, t]) => `${a}[${m}] ${t}`)
const bare = fc
  .tuple(fc.constantFrom('', '  ', '> '), mark, title)
  .map(([a, m, t]) => `${a}[${m}] ${t}`)
const status = fc
  .tuple(fc.constantFrom('**Status**: ', '**Status:** ', 'Status: ', '- **Status**: '), mark)
  .map(([a, m]) => `### 7.1 Something\n\n${a}[${m}] Pending`)
/** Headings that name tasks: those without a box below them are open. */
const named = fc.constantFrom(
  '### Task 3: Something',
  '### Task 3: Something ✅',
  '### T004 Something',
  '### 1.2 Something',
  '## 4. A part',
  '## 5. Another part',
  '## Overview',
)
const odd = fc.constantFrom(
  '| [ ] | a |',
  '- a [ ] b',
  '1.1 [ ] a',
  '### Do [ ] a',
  '**[ ] a**',
  'so: [ ] b',
  '- [ ](later) a',
  '- [ ][later] a',
  '- [1] a',
  '- [a] a',
)
const harmless = fc.constantFrom(
  '',
  '# Tasks',
  'Words.',
  '- [P] = different files',
  '- [US1] the first story',
  '[x](link) more',
  '- [x](link)',
  '[1]: https://example.org',
  '[x]: https://example.org',
  '[^1] a footnote',
  '[1] a reference',
  '[a] a reference',
  '### [1] a reference',
  '[x][link] more',
  '- [x](a.md "A title") more',
  '- [ ](later)',
  '- `[ ]` open',
  'Far away in the line there is a [ ] box',
  '- [ ]',
  '```\n- [ ] in code\n```',
  '~~~ts\n[ ] in code\n~~~',
  '<!-- [ ] in a comment -->',
  '<!--\n- [ ] in a comment\n-->',
  '| a | b |\n|---|---|\n| c | d |',
  '  - a detail\n    _Requirements: 1.1, 2.3_',
  '---',
)
const broken = fc.constantFrom('```', '<!--', '~~~\n- [x] 9. hidden')

const file = fc
  .tuple(
    fc.constantFrom('', '\uFEFF'),
    fc.array(
      fc.oneof(
        { weight: 8, arbitrary: listed },
        { weight: 2, arbitrary: headed },
        { weight: 2, arbitrary: bare },
        { weight: 1, arbitrary: status },
        { weight: 1, arbitrary: odd },
        { weight: 2, arbitrary: named },
        { weight: 8, arbitrary: harmless },
        { weight: 1, arbitrary: broken },
      ),
      { minLength: 1, maxLength: 12 },
    ),
    fc.constantFrom('\n', '\n\n'),
    fc.constantFrom('\n', '\r\n'),
  )
  .map(([bom, blocks, gap, end]) => bom + blocks.join(gap).replaceAll('\n', end))

/** Open by construction, whatever any reader says. */
const openMark = fc.constantFrom(' ', '-', '~', '?', '\u00A0', '\u3000', '!')
const required = title.filter((words) => !words.includes('*') && !words.includes('~~'))
const openBox = fc.oneof(
  fc
    .tuple(
      lead.filter((marker) => marker !== '-'),
      openMark,
      required,
    )
    .map(([a, m, t]) => `${a}[${m}] ${t}`),
  fc
    .tuple(
      fc.constantFrom('### - ', '## ', '#### * ', '### 1.1 ', '### Task 2: '),
      openMark,
      required,
    )
    .map(([a, m, t]) => `${a}[${m}] ${t}`),
  fc
    .tuple(fc.constantFrom('', '  ', '> '), openMark, required)
    .map(([a, m, t]) => `${a}[${m}] ${t}`),
  openMark.map((m) => `### 7.1 Something\n\n**Status**: [${m}] Pending`),
  odd,
)
/** A named task without any box, between headings of its own level. */
const openHeading = fc
  .constantFrom('### Task 3: Something', '### T004 Something', '### 1.2 Something', '### タスク 5')
  .map((heading) => `${heading}\n\nNot started.\n\n### Other`)
const around = fc.array(fc.oneof(listed, headed, bare, status, named, harmless), { maxLength: 6 })

describe('the guard', () => {
  it(`X7 passes none of ${FILES} files with an open box of any dialect`, () => {
    fc.assert(
      fc.property(around, openBox, around, (before, box, after) => {
        // The heading keeps what follows from being a sub-task that makes the box count as done.
        const text = [...before, box, '# Next', ...after].join('\n\n')
        expect(isDone(text), JSON.stringify(text)).toBe(false)
      }),
      { numRuns: FILES },
    )
  })
})

describe('the guard and headings', () => {
  it(`X7 passes none of ${FILES} files in which a task is a heading without a box`, () => {
    fc.assert(
      fc.property(around, openHeading, around, (before, heading, after) => {
        const text = [...before, heading, ...after].join('\n\n')
        expect(isDone(text), JSON.stringify(text)).toBe(false)
      }),
      { numRuns: FILES },
    )
  })
})

describe('two readers', () => {
  it(`X7 that share nothing agree on ${FILES} files whether all is done`, () => {
    fc.assert(
      fc.property(file, (text) => {
        expect(isDone(text), JSON.stringify(text)).toBe(isDoneForSecondReader(text))
      }),
      { numRuns: FILES },
    )
  })
})
