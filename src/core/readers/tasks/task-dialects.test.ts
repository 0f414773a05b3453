import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readTasks, type TasksReading } from './tasks-document.ts'
import type { Task } from './task.ts'

const tasksIn = (text: string): Task[] => {
  const reading = readTasks(text)
  if (!reading.ok) throw new Error(`unreadable: ${reading.why}`)
  return reading.tasks
}

const isDone = (reading: TasksReading): boolean =>
  reading.ok && reading.counts.done === reading.counts.total

describe('boxes outside of lists', () => {
  it.each([
    ['### - [ ] 1. Set up', 'open', '1', 'Set up'],
    ['### - [x] 1. Set up', 'done', '1', 'Set up'],
    ['## * [ ] Set up', 'open', null, 'Set up'],
    ['### [ ] 1.1 Set up', 'open', '1.1', 'Set up'],
    ['### [X] 1.1 Set up ###', 'done', '1.1', 'Set up'],
    ['### 1.1 [ ] Set up', 'open', '1.1', 'Set up'],
    ['### 1.1. [x] Set up', 'done', '1.1', 'Set up'],
    ['### Task 1.1: [ ] Set up', 'open', '1.1', 'Set up'],
    ['#### **1.1** [ ] Set up', 'open', '1.1', 'Set up'],
    ['###[ ] Set up', 'open', null, 'Set up'],
    ['[ ] Set up', 'open', null, 'Set up'],
    ['[x] **T1.1** Set up', 'done', 'T1.1', 'Set up'],
    ['  [-] 2. Set up', 'in-progress', '2', 'Set up'],
    ['[?] 2. Set up', 'open', '2', 'Set up'],
    ['- [?] 2. Set up', 'open', '2', 'Set up'],
    ['- [ ]x', 'open', null, 'x'],
    ['### Task 1.1\n\n**Status**: [ ] Pending', 'open', '1.1', ''],
    ['### Task 1.1: Set up\n**Status:** [x] Done', 'done', '1.1', 'Set up'],
    ['### 1.1 Set up\n- **Status**: [ ] Pending', 'open', '1.1', 'Set up'],
    ['### 1.1 Set up\n\nStatus: [ ] Pending', 'open', '1.1', 'Set up'],
    ['### [x] 1.1 Set up\n\n**Status**: [ ] Pending', 'open', '1.1', 'Set up'],
    ['### [x] 1.1 Set up\n\n**Status**: [x] Done', 'done', '1.1', 'Set up'],
    ['**Status**: [ ] Pending', 'open', null, 'Pending'],
  ])('X7 %j is one task', (text, ...[state, id, title]) => {
    expect(tasksIn(text)).toMatchObject([{ state, id, text: title, isUnread: false }])
  })

  it('X7 35 open boxes in headings are 35 open tasks, nested as the headings are', () => {
    const text = Array.from(
      { length: 7 },
      (_, group) =>
        `## [ ] ${group + 1}. Group\n` +
        Array.from({ length: 4 }, (__, part) => `### - [ ] ${group + 1}.${part + 1} Part\n`).join(
          '',
        ),
    ).join('\n')
    const tasks = tasksIn(text)
    expect(tasks).toHaveLength(35)
    expect(tasks.map(({ depth }) => depth).slice(0, 6)).toEqual([0, 1, 1, 1, 1, 0])
    expect(isDone(readTasks(text))).toBe(false)
  })

  it('X7 a list under the heading of a task is under that task; one under another heading is not', () => {
    const text = '## [ ] 1. A\n- [ ] 1.1 B\n  - [ ] C\n\n## Notes\n- [ ] D'
    expect(tasksIn(text).map(({ depth }) => depth)).toEqual([0, 1, 2, 0])
  })

  it.each(['### - [ ]* 3. Tests', '### [ ]\\* 3. Tests', '[ ]* 3. Tests', '- [ ]\\* 3. Tests'])(
    'X7 %j is optional',
    (text) => {
      expect(tasksIn(text)).toMatchObject([{ optional: true, id: '3' }])
      expect(isDone(readTasks(text))).toBe(true)
    },
  )
})

describe('what only looks like a box', () => {
  it.each([
    '- [P] = different files',
    '- [P] Can run in parallel',
    '- [US1] belongs to the first story',
    '[1]: https://example.org',
    '[x]: https://example.org',
    '[^1] a footnote',
    '[x](link) more',
    '### [x](link)',
    'Use `[ ]` here',
    '`[ ]` is an open box',
    '- `[ ]` open',
    '### `[ ]` open',
    'A line of text whose [ ] comes late',
    '- [ ]',
    '[ ]',
    '<!-- [ ] a -->',
    '```\n[ ] a\n```',
  ])('X7 %j is no task', (text) => {
    expect(tasksIn(`- [x] 1. there\n\n${text}\n`)).toHaveLength(1)
  })
})

describe('a box that is in no known place', () => {
  it.each([
    '| [ ] | a |',
    '- a [ ] b',
    '1.1 [ ] a',
    '- [[ ]] a',
    '### Do [ ] a',
    '**[ ] a**',
    '☐ [\u00A0] a',
    'a: `x` [ ] b',
  ])('X7 %j keeps the file from being done, and says where it is', (text) => {
    const reading = readTasks(`- [x] 1. there\n\n${text}\n`)
    expect(reading).toMatchObject({
      ok: true,
      counts: { done: 1, total: 2 },
      tasks: [{}, { isUnread: true, line: 3, text: 'unread box at line 3', state: 'open' }],
    })
  })
})

describe('tasks without any box', () => {
  it.each([
    ['# Plan\n\n### 1.1 ✅ Set up\n\nText.\n', 3],
    ['### Task 1.1 — Set up\n\nText.\n', 1],
    ['## Tasks\n### T001 Set up\n', 2],
  ])('X7 %j is written, without checkboxes', (text, line) => {
    expect(readTasks(text)).toEqual({ ok: false, why: 'no-boxes', line })
  })

  it('X7 headings over boxes are only headings', () => {
    expect(tasksIn('## 1. Group\n\n- [x] 1.1 Part\n')).toHaveLength(1)
  })
})

describe('tasks without a box in a file that has boxes', () => {
  const headings = (of: (n: number) => string) =>
    Array.from({ length: 27 }, (_, at) => `${of(at + 1)}\n\nNot started.\n`).join('\n')

  it.each([
    ['named', (n: number) => `### Task 1.${n}: Part`],
    ['numbered in parts', (n: number) => `### 1.${n} Part`],
    ['numbered', (n: number) => `## ${n}. Part`],
    ['named in Japanese', (n: number) => `### タスク ${n} 部品`],
  ])('X7 27 %s headings stay open when one box is ticked', (_, of) => {
    const reading = readTasks(`${headings(of)}\n${of(28)}\n\n- [x] Set up\n`)
    expect(reading).toMatchObject({ ok: true, counts: { done: 1, total: 28 } })
  })

  it('X7 a heading that says that it is done counts as done', () => {
    const text = '### Task 1 ✅ Set up\n\nText.\n\n### Task 2: Go\n\n- [x] Go\n'
    expect(readTasks(text)).toMatchObject({ ok: true, counts: { done: 2, total: 2 } })
  })

  it('X7 numbered chapters are no tasks', () => {
    const text = '## 1. Overview\n\nText.\n\n## 2. Tasks\n\n- [x] 2.1 a\n\n## 3. Notes\n\nText.\n'
    expect(tasksIn(text)).toHaveLength(1)
  })

  it('X7 stand where they are in the file, with their number and without a box', () => {
    const text = '- [x] 1. a\n\n### Task 2: b\n\n### Other\n\n- [x] 3. c\n'
    expect(tasksIn(text)).toMatchObject([
      { id: '1', hasNoBox: false },
      { id: '2', text: 'b', line: 3, hasNoBox: true, state: 'open' },
      { id: '3', hasNoBox: false },
    ])
  })
})

describe('a parent whose own box is open', () => {
  it.each([
    ['indented', '- [ ] 1. a\n  - [x] 1.1 b\n  - [x] 1.2 c\n'],
    ['numbered at the same column', '- [ ] 1. a\n- [x] 1.1 b\n- [x] 1.2 c\n'],
    ['under a heading', '### [ ] 1. a\n\n- [x] b\n'],
    ['in progress', '- [-] a\n  - [x] b\n'],
    ['two levels deep', '- [ ] a\n  - [ ] b\n    - [x] c\n'],
    ['with an optional one open', '- [ ] a\n  - [x] b\n  - [ ]* c\n'],
  ])('X7 is done when its sub-tasks are, %s', (_, text) => {
    const reading = readTasks(text)
    expect(isDone(reading), text).toBe(true)
    expect(tasksIn(text)[0]).toMatchObject({ state: 'done', isDoneByParts: true })
  })

  it.each([
    ['one sub-task is open', '- [ ] a\n  - [x] b\n  - [ ] c\n'],
    ['all its sub-tasks are optional', '- [ ] a\n  - [x]* b\n'],
    ['it is blocked', '- [ ] a\n  - _Blocked: no key_\n  - [x] b\n'],
    ['its mark says something else', '- [!] a\n  - [x] b\n'],
    ['it is queued', '- [~] a\n  - [x] b\n'],
    ['what follows is quoted', '- [ ] a\n> - [x] b\n'],
    ['a heading is between them', '- [ ] 1. a\n\n## Other\n\n- [x] 1.1 b\n'],
    ['the numbers only look alike', '- [ ] 1. a\n- [x] 10. b\n'],
  ])('X7 is open when %s', (_, text) => {
    expect(isDone(readTasks(text)), text).toBe(false)
  })
})

describe('a fence that is never closed', () => {
  it.each(['- [x] 1. a\n```', '- [x] 1. a\n\n~~~\n\n  \n', '- [x] 1. a\n```json\n'])(
    'X7 %j is forgiven: nothing can be hidden by it',
    (text) => expect(isDone(readTasks(text))).toBe(true),
  )

  it('X7 makes the file unreadable as soon as text follows', () => {
    expect(readTasks('- [x] 1. a\n```\n- [ ] 2. b\n')).toMatchObject({ why: 'unclosed-fence' })
  })
})

describe('every open box near the start of a line', () => {
  const before = fc.string({
    unit: fc.constantFrom(...'-*+#>|_1. (:T\t'.split(''), '\u3000', '\u00A0', '✅'),
    maxLength: 9,
  })
  const after = fc.string({
    unit: fc.constantFrom(...'ab 1.*_(P)[x]|:'.split(''), '\u3000'),
    maxLength: 12,
  })

  it('X7 makes the file not done', () => {
    fc.assert(
      fc.property(before, after, fc.constantFrom(' ', '\u00A0', '\u3000'), (left, right, space) => {
        const line = `${left}[${space}]${right}`
        // Excludes boxes without text, links and optional tasks, none of which block.
        fc.pre(/^[^*\\([]*[\p{L}\p{N}]/u.test(right))
        fc.pre(!/^T?[\d.]+\S*\*|^\s*T?\d[\d.]*\S*\*/u.test(right.trim()))
        // In a heading the number may come before the box; with a `*` (`1*`, `1*:`) it is optional.
        fc.pre(!/\d[\d.]*\S*\*[.):]?\s*$/u.test(left))
        const [first, last] = ['- [x] 1. a', '# Next\n\n- [x] 1. a']
        for (const text of [line, `${first}\n${line}`, `# Tasks\n\n${line}\n\n${last}\n`])
          expect(isDone(readTasks(text)), JSON.stringify(text)).toBe(false)
      }),
      { numRuns: 5000 },
    )
  })
})

describe('tasks that are put aside', () => {
  const text = '- [x] 1. a\n- [~] 2. b\n- [ ] ~~3. c~~\n- [ ] 4. ~~d~~\n'

  it('X7 are open, and with the setting need not be done', () => {
    expect(readTasks(text)).toMatchObject({ counts: { done: 1, total: 4 } })
    expect(readTasks(text, true)).toMatchObject({
      counts: { done: 1, total: 1, optional: { done: 0, total: 3 } },
    })
  })

  it.each(['- [ ] a', '- [-] a', '- [?] a', '- [ ] ~~a~~ b', '- [ ] a ~~b~~', '| [ ] | ~~a~~ |'])(
    'X7 %j is not put aside',
    (line) => {
      expect(isDone(readTasks(`- [x] 1. there\n\n${line}\n`, true))).toBe(false)
    },
  )
})
