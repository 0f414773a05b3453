import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { NOTES_HEADING } from './task-outline.ts'
import { readTasks, type TaskCounts } from './tasks-document.ts'
import type { Task } from './task.ts'

function read(text: string): { tasks: Task[]; counts: TaskCounts } {
  const reading = readTasks(text)
  if (!reading.ok) throw new Error(`unreadable: ${reading.why}`)
  return reading
}

function only(text: string): Task {
  const { tasks } = read(text)
  expect(tasks).toHaveLength(1)
  return tasks[0]!
}

/** Next to a valid task, so that "not a task" cannot hide behind "unreadable". */
const added = (text: string): number => read(`- [x] 1. there\n\n${text}\n`).tasks.length - 1

describe('marks', () => {
  it.each([
    ['- [x] a', 'done'],
    ['- [X] a', 'done'],
    ['- [x ] a', 'done'],
    ['- [ x] a', 'done'],
    ['- [ ] a', 'open'],
    ['- [] a', 'open'],
    ['- [  ] a', 'open'],
    ['- [\t] a', 'open'],
    ['- [\u00A0] a', 'open'],
    ['- [\u3000] a', 'open'],
    ['- [\u3000x\u00A0] a', 'done'],
    ['- [-] a', 'in-progress'],
    ['- [~] a', 'queued'],
    ['- [?] a', 'open'],
    ['- [✓] a', 'open'],
    ['- [✔\uFE0F] a', 'open'],
    ['- [🔄] a', 'open'],
    ['- [ｘ] a', 'open'],
    ['- [×] a', 'open'],
    ['- [ ]a', 'open'],
    ['- [ ]タスク', 'open'],
    ['- [x]タスク', 'done'],
    ['- [x](P) a', 'done'],
    ['- [x][P] T001 a', 'done'],
  ])('X7 reads the mark of %j as %s', (text, state) => {
    expect(only(text).state).toBe(state)
  })
})

describe('what is a task', () => {
  it.each([
    '- [ ] a',
    '* [ ] a',
    '+ [ ] a',
    '1. [ ] a',
    '1) [ ] a',
    '10. [ ] a',
    '-  [ ] a',
    '-       [ ] a',
    '-\t[ ] a',
    '-\u00A0[ ] a',
    '-\u3000[ ] a',
    '-[ ] a',
    '   - [ ] a',
    '    - [ ] a',
    '            - [ ] a',
    '\t- [ ] a',
    '\t\t- [ ] a',
    '\u3000- [ ] a',
    '> - [ ] a',
    '>- [ ] a',
    '> > * [ ] a',
    '- - [ ] a',
    '1. - [ ] a',
    '- > - [ ] a',
    '\uFEFF- [ ] a',
    '- [ ] a\r\n',
    '- [ ] a\r',
    '- [ ] a <!-- note -->',
    '- <!-- note --> [ ] a',
    '<!-- note --> - [ ] a',
    '<!-- note\n--> - [ ] a',
    '- [ ](later) a',
    '- [ ](P) a',
    '- [ ][P] a',
    '- [ ](see the note)',
    '- [ ] [a](link)',
    '- [ ] (a)',
  ])('X7 finds one open task in %j', (text) => {
    expect(only(text)).toMatchObject({ state: 'open', optional: false })
    expect(read(text).counts).toEqual({ done: 0, total: 1, optional: { done: 0, total: 0 } })
  })

  it.each([
    '- [x](link)',
    '- [x](link) more',
    '- [x](<a b> "title")',
    '- [x]()',
    '- [ ](link)',
    '- [-](link)',
    '- [x][ref]',
    '- [x][]',
    '- [ ]',
    '- [x]   ',
    '- [ ]*',
    '- [ ] \u3000\u00A0',
    '- [ ] <!-- only a comment -->',
    '- [note] a',
    '- [WIP] a',
    '- [^1] a',
    '- [ ',
    '- a',
    '```\n- [ ] a\n```',
    '~~~md\n- [ ] a\n~~~',
    '- b\n  ```\n  - [ ] a\n  ```',
    '> ```\n> - [ ] a\n> ```',
    '<!-- - [ ] a -->',
    '<!--\n- [ ] a\n-->',
    'text <!-- here\n- [ ] a\nto there --> text',
  ])('X7 finds no task in %j', (text) => {
    expect(added(text)).toBe(0)
  })

  it('X7 takes an indented item for a task, never for code', () => {
    expect(added('text\n\n    - [ ] a\n\n        - [ ] b')).toBe(2)
  })

  it('X7 ignores the wave block at the end of a Kiro file', () => {
    const waves = '## Task Dependency Graph\n\n```json\n{ "waves": ["- [ ] 1"] }\n```'
    expect(added(waves)).toBe(0)
  })
})

describe('what cannot be read', () => {
  it.each([
    ['', 'no-tasks', null],
    ['  \n\n', 'no-tasks', null],
    ['# Tasks\n\n- a\n- b\n', 'no-tasks', null],
    ['- [ ]\n- [x](link)\n', 'no-tasks', null],
    ['- [x] a\n```\n- [ ] b\n', 'unclosed-fence', 2],
    ['- [x] a\n  ~~~\n  - [ ] b\n', 'unclosed-fence', 2],
    ['- [x] a\n  ```\n- [ ] b\n  ```\n', 'unclosed-fence', 2],
    ['- [x] a\n\n<!-- - [ ] b\n', 'unclosed-comment', 3],
    ['- [x] a <!--\n- [ ] b', 'unclosed-comment', 1],
  ])('X6 refuses %j: %s', (text, why, line) => {
    expect(readTasks(text)).toEqual({ ok: false, why, line })
  })
})

describe('optional tasks', () => {
  it.each([
    ['- [ ]* 2.1 a', '2.1', 'a'],
    ['- [x]* 2.1 a', '2.1', 'a'],
    ['- [ ]*\u30002.1 a', '2.1', 'a'],
    [String.raw`- [ ]\* 2.1 a`, '2.1', 'a'],
    ['- [ ]*2.1 a', '2.1', 'a'],
    ['- [ ]* a', null, 'a'],
    ['- [ ] 2.1* a', '2.1', 'a'],
    ['- [ ] 2.1*. a', '2.1', 'a'],
    ['- [ ] 2.* a', '2', 'a'],
    [String.raw`- [ ] 2.1\* a`, '2.1', 'a'],
    ['- [ ] T012* a', 'T012', 'a'],
  ])('R12 reads %j as optional', (text, id, title) => {
    expect(only(text)).toMatchObject({ id, text: title, optional: true })
    expect(read(text).counts).toMatchObject({ total: 0, optional: { total: 1 } })
  })

  it.each([
    '- [ ] **2.1** a',
    '- [ ] *2.1* a',
    '- [ ] **2.1* a**',
    '- [ ] 2.1** a',
    '- [ ] *a*',
    '- [ ]*a* b',
    '- [ ]**a** b',
    '- [ ]** a',
    '- [ ] 2.1 *',
    '- [ ] a*',
    '- [ ] * a',
  ])('R12 does not let the stars of %j make it optional', (text) => {
    expect(only(text).optional).toBe(false)
  })

  it('R12 counts required and optional tasks apart', () => {
    const { counts } = read('- [x] 1. a\n  - [ ]* 1.1 b\n  - [x]* 1.2 c\n- [ ] 2. d\n- [-] 3* e\n')
    expect(counts).toEqual({ done: 1, total: 2, optional: { done: 1, total: 3 } })
  })

  it('R12 reads a file with nothing but optional tasks, none of them required', () => {
    expect(readTasks('- [ ]* 1. a')).toMatchObject({ ok: true, counts: { done: 0, total: 0 } })
  })

  it('R12 keeps the children of an optional task required', () => {
    expect(read('- [ ]* 1. a\n  - [ ] 1.1 b').counts.total).toBe(1)
  })
})

describe('ids, titles and tags', () => {
  it.each([
    ['- [ ] 1. Title', { id: '1', text: 'Title', parallel: false }],
    ['- [ ] 1.1 Title', { id: '1.1', text: 'Title', parallel: false }],
    ['- [ ] 1.1. Title', { id: '1.1', text: 'Title', parallel: false }],
    [String.raw`- [ ] 1\. Title`, { id: '1', text: 'Title', parallel: false }],
    ['- [ ] 3) Title', { id: '3', text: 'Title', parallel: false }],
    ['- [ ] 1.2.3: Title', { id: '1.2.3', text: 'Title', parallel: false }],
    ['- [ ] 1.1 (P) Title', { id: '1.1', text: 'Title', parallel: true }],
    ['- [ ] 1.1 Title (P)', { id: '1.1', text: 'Title', parallel: true }],
    ['- [ ] (P) 1.1 Title', { id: '1.1', text: 'Title', parallel: true }],
    ['- [ ] 1.1 Title（P）', { id: '1.1', text: 'Title（P）', parallel: false }],
    ['- [ ] 1.1 Title （P）', { id: '1.1', text: 'Title', parallel: true }],
    ['- [ ] T012 [P] [US1] Title', { id: 'T012', text: '[US1] Title', parallel: true }],
    ['- [X] T001 Title', { id: 'T001', text: 'Title', parallel: false }],
    ['- [ ] [P] Title', { id: null, text: 'Title', parallel: true }],
    ['- [ ] [P]arse it', { id: null, text: '[P]arse it', parallel: false }],
    ['- [ ] **1.1 Title**', { id: '1.1', text: 'Title', parallel: false }],
    ['- [ ] **1.1** Title', { id: '1.1', text: 'Title', parallel: false }],
    ['- [ ] **1.1 Title** and more', { id: '1.1', text: '**Title** and more', parallel: false }],
    ['- [ ] **Title**', { id: null, text: '**Title**', parallel: false }],
    ['- [ ] 1.1', { id: '1.1', text: '', parallel: false }],
    ['- [ ] 1.　認証を実装する', { id: '1', text: '認証を実装する', parallel: false }],
    ['- [ ] １．２　認証を実装する', { id: '1.2', text: '認証を実装する', parallel: false }],
    ['- [ ] 1.2認証を実装する', { id: '1.2', text: '認証を実装する', parallel: false }],
    ['- [ ] 1、認証を実装する', { id: '1', text: '認証を実装する', parallel: false }],
    ['- [ ] 3つのファイルを作る', { id: null, text: '3つのファイルを作る', parallel: false }],
    ['- [ ] 2FA login', { id: null, text: '2FA login', parallel: false }],
    ['- [ ] Title', { id: null, text: 'Title', parallel: false }],
  ])('X7 reads %j', (text, expected) => {
    expect(only(text)).toMatchObject(expected)
  })
})

describe('details', () => {
  const details = [
    '_Requirements: 1.1, 2.3_',
    '_Depends: 1.2_',
    '_Boundary: auth_service_',
    '_Blocked: waits for a key_',
  ]
  const expected = {
    requirements: ['1.1', '2.3'],
    depends: ['1.2'],
    boundary: 'auth_service',
    blocked: 'waits for a key',
  }

  it.each([
    ['lines', '  '],
    ['bullets', '  - '],
    ['starred bullets', '    * '],
    ['tabs', '\t- '],
  ])('X7 attaches details written as %s', (_, lead) => {
    const text = ['- [ ] 1.1 a', ...details.map((detail) => lead + detail)].join('\n')
    expect(only(text)).toMatchObject({ text: 'a', ...expected })
  })

  it.each([
    '  - **Requirements**: 1.1, 2.3',
    '  - **Requirements:** 1.1, 2.3',
    '  Requirements: 1.1, 2.3',
    '  - *Requirements: 1.1, 2.3*',
    '  - _Requirements：1.1、2.3_',
    '_Requirements: 1.1, 2.3_',
    '  - why it is done _Requirements: 1.1, 2.3_',
    '  - _Requirements: 1.1_\n  - b\n  - _Requirements: 2.3_',
  ])('X7 reads the requirements of %j', (text) => {
    expect(only(`- [ ] 1. a\n${text}`).requirements).toEqual(['1.1', '2.3'])
  })

  it('X7 reads details at the end of the task and side by side', () => {
    const task = only('- [ ] 1. a (P) _Requirements: 1.1_ _Depends: 2, 3_')
    expect(task).toMatchObject({ text: 'a', parallel: true, requirements: ['1.1'] })
    expect(task.depends).toEqual(['2', '3'])
  })

  it('X7 gives a detail to the task that it is indented under', () => {
    const { tasks } = read(
      '- [ ] 1. a\n  - [ ] 1.1 b\n    - _Requirements: 1_\n  - _Requirements: 2_\n- [ ] 2. c',
    )
    expect(tasks.map(({ requirements }) => requirements)).toEqual([['2'], ['1'], []])
  })

  it('X7 gives the details of cc-sdd, with all tasks at column 0, to the last task', () => {
    const { tasks } = read('- [ ] 1. a\n- [ ] 1.1 b\n  - detail\n  - _Requirements: 1.1_\n')
    expect(tasks.map(({ requirements }) => requirements)).toEqual([[], ['1.1']])
  })

  it.each([
    ['after a heading', '- [ ] 1. a\n\n## Notes\n\n_Requirements: 9_'],
    ['before any task', '_Requirements: 9_\n\n- [ ] 1. a'],
    ['as a bullet beside the task', '- [ ] 1. a\n- Requirements: 9'],
    ['in a fence', '- [ ] 1. a\n  ```\n  _Requirements: 9_\n  ```'],
    ['in a comment', '- [ ] 1. a\n  <!-- _Requirements: 9_ -->'],
  ])('X7 attaches no detail that stands %s', (_, text) => {
    expect(only(text).requirements).toEqual([])
  })

  it('X7 leaves out what says that there is none', () => {
    expect(only('- [ ] 1. a\n  - _Depends: none_\n  - _Blocked: _')).toMatchObject({
      depends: [],
      blocked: null,
    })
  })

  it('X7 keeps a blocked task open', () => {
    expect(only('- [~] 1. a\n  - _Blocked: no key_').state).toBe('queued')
  })
})

it('X7 tells line and depth', () => {
  const text =
    '# Tasks\r\n\r\n- [ ] 1. a\r\n\t- [ ] 1.1 b\r\n\t\t- [ ] c\r\n\t- [ ] d\r\n- x\r\n  - [ ] e\r\n- [ ] f'
  const { tasks } = read(text)
  expect(tasks.map(({ line, depth }) => [line, depth])).toEqual([
    [3, 0],
    [4, 1],
    [5, 2],
    [6, 1],
    [8, 1],
    [9, 0],
  ])
})

interface Node {
  mark: string
  optional: boolean
  words: string
  between: string
  children: Node[]
}

interface Dialect {
  marker: string
  gap: string
  indent: string
  quote: string
  end: string
  bom: string
}

const task = fc.record({
  mark: fc.constantFrom('x', 'X', ' ', '\u3000', '\u00A0', '-', '~', '?', ''),
  optional: fc.boolean(),
  words: fc.constantFrom('title', '認証', '**bold**', 'a `<!--` b', '1. a', '[P] b', 'x'),
  between: fc.constantFrom(
    '',
    'text',
    '```\n- [ ] 9. no\n```',
    '<!-- - [ ] 9. no\n-->',
    '- [x](no)',
    '- no',
  ),
})

const nodes = (depth: number): fc.Arbitrary<Node[]> => {
  const below = depth > 1 ? nodes(depth - 1) : fc.constant<Node[]>([])
  const node = fc.tuple(task, below).map(([own, children]): Node => ({ ...own, children }))
  return fc.array(node, { maxLength: 3 })
}

const dialect: fc.Arbitrary<Dialect> = fc.record({
  marker: fc.constantFrom('-', '*', '+', '1.', '7)'),
  gap: fc.constantFrom(' ', '  ', '\t', '\u00A0', '\u3000'),
  indent: fc.constantFrom('  ', '   ', '    ', '\t', ''),
  quote: fc.constantFrom('', '> ', '>'),
  end: fc.constantFrom('\n', '\r\n', '\r'),
  bom: fc.constantFrom('', '\uFEFF'),
})

function render(tree: Node[], style: Dialect): string {
  const lines: string[] = []
  const put = (all: Node[], depth: number): void => {
    for (const { mark, optional, words, between, children } of all) {
      const lead = style.indent.repeat(depth)
      const star = optional ? '*' : ''
      lines.push(`${lead}${style.marker}${style.gap}[${mark}]${star} ${words}`)
      if (between !== '') lines.push('', ...between.split('\n'), '')
      put(children, depth + 1)
    }
  }
  put(tree, 0)
  return style.bom + lines.map((line) => style.quote + line).join(style.end)
}

/** Ticked, or empty with required sub-tasks that are all done. */
function isNodeDone({ mark, children }: Node): boolean {
  if (isTicked(mark)) return true
  const parts = children.filter(({ optional }) => !optional)
  return /^[\s-]?$/.test(mark) && parts.length > 0 && parts.every(isNodeDone)
}

const isTicked = (mark: string): boolean => /^x$/i.test(mark)

function countNodes(tree: Node[], { indent }: Dialect): TaskCounts {
  const counts = { done: 0, total: 0, optional: { done: 0, total: 0 } }
  const visit = (all: Node[]): void => {
    for (const node of all) {
      const group = node.optional ? counts.optional : counts
      group.total++
      if (indent === '' ? isTicked(node.mark) : isNodeDone(node)) group.done++
      visit(node.children)
    }
  }
  visit(tree)
  return counts
}

describe('any file', () => {
  it('X7 counts the same in every dialect', () => {
    fc.assert(
      fc.property(nodes(4), dialect, (tree, style) => {
        fc.pre(tree.length > 0)
        expect(read(render(tree, style)).counts).toEqual(countNodes(tree, style))
      }),
      { numRuns: 500 },
    )
  })

  it('X6 never throws', () => {
    const piece = fc.constantFrom(
      '- [ ] ',
      '- [x]',
      '*',
      '1.1',
      '(P)',
      '_Requirements:',
      '_',
      '> ',
      '```',
      '<!--',
      '-->',
      '\n',
    )
    const text = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.array(piece).map((all) => all.join('')),
    )
    fc.assert(
      fc.property(text, (any) => void readTasks(any)),
      { numRuns: 1000 },
    )
  })

  it('X6 never calls a file done that gained an open task', () => {
    fc.assert(
      fc.property(nodes(3), dialect, (tree, style) => {
        const open = { mark: ' ', optional: false, words: 'left', between: '', children: [] }
        const { counts } = read(render([...tree, open], style))
        expect(counts.done).toBeLessThan(counts.total)
      }),
    )
  })
})

describe('size', () => {
  const hostile: Record<string, (size: number) => string> = {
    'many tasks': (size) => '- [ ] 1.1 Title (P)\n  - _Requirements: 1.1, 1.2_\n'.repeat(size / 48),
    'a long title': (size) => '- [ ] ' + 'a'.repeat(size),
    'a long title of spaces': (size) => '- [ ] a' + ' '.repeat(size) + 'b',
    'a long title of stars': (size) => '- [ ]' + '*'.repeat(size) + 'b',
    'a long title of underscores': (size) => '- [ ] a ' + '_'.repeat(size) + 'b',
    'a long title of backticks': (size) => '- [ ] a <!-- b --> ' + '` '.repeat(size / 2),
    'backtick runs that all differ': (size) =>
      '- [ ] <!---> ' +
      Array.from({ length: Math.floor(Math.sqrt(size * 2)) }, (_, n) => '`'.repeat(n)).join(' '),
    'a long box': (size) => '- [' + ' '.repeat(size),
    'a long link': (size) => '- [x](' + 'a '.repeat(size / 2),
    'a long id': (size) => '- [ ] ' + '1.'.repeat(size / 2),
    'many details': (size) => '- [ ] a ' + '_Requirements: 1_ '.repeat(size / 18),
    'a detail of underscores': (size) => '- [ ] a\n _Boundary: ' + '_'.repeat(size) + 'b',
    'a long list of requirements': (size) => '- [ ] a\n _Requirements: ' + '1,'.repeat(size / 2),
    'many comments': (size) => '- [ ] a' + '<!---->'.repeat(size / 7),
    'many comment starts': (size) => '- [ ] a' + '<!--'.repeat(size / 4),
    'deep items, then blank lines': (size) => '- '.repeat(size / 4) + 'a' + '\n'.repeat(size / 2),
    'deep quotes, then text': (size) => '> '.repeat(size / 4) + '\n' + 'a\n'.repeat(size / 4),
    'deep items, then lazy text': (size) => '- '.repeat(size / 4) + 'a\n'.repeat(size / 4),
    'a fence of blank lines in deep items': (size) =>
      '- '.repeat(size / 4) + '```' + '\n'.repeat(size / 2),
    'nesting by one more space each line': (size) =>
      Array.from(
        { length: Math.floor(Math.sqrt(size * 2)) },
        (_, n) => ' '.repeat(n) + '- [ ] a',
      ).join('\n'),
  }
  // CPU time, because wall-clock time would fail on a busy machine.
  const cost = (text: string): number => {
    const before = process.cpuUsage()
    readTasks(text)
    return process.cpuUsage(before).user / 1000
  }

  it.each(Object.keys(hostile))('X7 needs time in step with the size: %s', (name) => {
    const make = hostile[name]!
    // Linear growth is 32 times, quadratic 1,024; the minimum covers times too short to measure.
    const small = Math.max(cost(make(1 << 13)), 4)
    expect(cost(make(1 << 18))).toBeLessThan(small * 128)
  })

  it('X7 reads one line of a megabyte', () => {
    expect(only(`- [x] 1.1 ${'word '.repeat(200_000)}end (P)`)).toMatchObject({
      id: '1.1',
      parallel: true,
      state: 'done',
    })
  })

  it('X7 reads 10,000 tasks', () => {
    const text = '- [x] 1.1 Title (P)\n  - detail\n  - _Requirements: 1.1, 1.2_\n'.repeat(10_000)
    expect(read(text).counts).toMatchObject({ done: 10_000, total: 10_000 })
  })
})

describe('the notes that impl agents leave each other', () => {
  const TASKS = '- [x] 1. One\n  - _Requirements: 1.1_\n'
  const counted = (notes: string) => {
    const reading = readTasks(`${TASKS}\n${NOTES_HEADING}\n\n${notes}\n`)
    if (!reading.ok) throw new Error(reading.why)
    return reading
  }

  it('are no tasks, and change none', () => {
    const { tasks, counts } = counted(
      '- 1: the database needs `npm run up`\n- 1.1: _Blocked: no key_\n- 2. see [x](y)\n',
    )
    expect(counts).toMatchObject({ done: 1, total: 1 })
    expect(tasks).toMatchObject([{ id: '1', blocked: null, isNote: false }])
  })

  it('an open box in them keeps the file from being done, and is known as theirs', () => {
    const { tasks, counts } = counted('- [ ] 1.2: look at this\n### More\n- [x] seen\n')
    expect(counts).toMatchObject({ done: 2, total: 3 })
    expect(tasks.map(({ isNote }) => isNote)).toEqual([false, true, true])
  })

  it('end with the next heading of their level', () => {
    const { tasks } = counted('- a note\n\n## Inspection Fixes 1\n\n- [ ] 2. Two\n')
    expect(tasks.at(-1)).toMatchObject({ id: '2', isNote: false, state: 'open' })
  })
})
