import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readMarkdownLines, splitCells } from './markdown-lines.ts'

const shown = (text: string): string[] => {
  const { lines, unclosed } = readMarkdownLines(text)
  expect(unclosed).toBeNull()
  return lines.filter(({ content }) => content !== '').map(({ content }) => content)
}

describe('line ends', () => {
  it.each([
    ['LF', 'a\nb\n\nc'],
    ['CRLF', 'a\r\nb\r\n\r\nc'],
    ['CR', 'a\rb\r\rc'],
    ['a BOM', '\uFEFFa\nb\n\nc'],
    ['a mixture', 'a\r\nb\n\rc'],
  ])('X7 numbers lines that end with %s', (_, text) => {
    const { lines } = readMarkdownLines(text)
    expect(lines.map(({ number, content }) => [number, content])).toEqual([
      [1, 'a'],
      [2, 'b'],
      [3, ''],
      [4, 'c'],
    ])
  })

  it('X7 keeps a line separator inside its line', () => {
    expect(shown('a\u2028b')).toEqual(['a\u2028b'])
  })
})

describe('containers', () => {
  it.each([
    ['- a', { content: 'a', column: 0, item: true }],
    ['  * a', { content: 'a', column: 2, item: true }],
    ['\t+ a', { content: 'a', column: 4, item: true }],
    [' \t1. a', { content: 'a', column: 4, item: true }],
    ['12) a', { content: 'a', column: 0, item: true }],
    ['> - a', { content: 'a', column: 2, item: true }],
    ['>- a', { content: 'a', column: 1, item: true }],
    ['> > 1. - a', { content: 'a', column: 7, item: true }],
    ['- > a', { content: 'a', column: 4, item: false }],
    ['-\u3000a', { content: 'a', column: 0, item: true }],
    ['\u3000- a', { content: 'a', column: 1, item: true }],
    ['-a', { content: '-a', column: 0, item: false }],
    ['1.1 a', { content: '1.1 a', column: 0, item: false }],
    ['1234567890. a', { content: '1234567890. a', column: 0, item: false }],
    ['-[ ] a', { content: '[ ] a', column: 0, item: true }],
    ['**a**', { content: '**a**', column: 0, item: false }],
  ])('X7 takes the markers off %j', (text, expected) => {
    expect(readMarkdownLines(text).lines[0]).toMatchObject(expected)
  })
})

describe('fences', () => {
  it.each([
    ['backticks', '```\nhid\n```\nshown'],
    ['tildes', '~~~\nhid\n~~~\nshown'],
    ['an info string', '```js title="x"\nhid\n```\nshown'],
    ['tildes with backticks in the info', '~~~ a`b\nhid\n~~~\nshown'],
    ['a BOM before it', '\uFEFF```\nhid\n```\nshown'],
    ['three spaces', '   ```\nhid\n   ```\nshown'],
    ['a longer closing fence', '```\nhid\n`````  \nshown'],
    ['a shorter fence inside', '````\n```\nhid\n````\nshown'],
    ['the other character inside', '```\n~~~\nhid\n```\nshown'],
    ['an info string inside', '```\n```js\nhid\n```\nshown'],
    ['four spaces before the inner fence', '```\nhid\n    ```\nhid\n```\nshown'],
    ['a comment start inside', '```\n<!-- hid\n```\nshown'],
    ['a comment start in the info string', '``` <!--\nhid\n```\nshown'],
    ['a block quote', '> ```\n> hid\n>\n> ```\nshown'],
    ['a nested block quote', '> > ```\n> > hid\n> > ```\nshown'],
  ])('X7 hides what a fence with %s holds', (_, text) => {
    expect(shown(text)).toEqual(['shown'])
  })

  it.each([
    ['of the item', '- a\n  ```\n  hid\n\n  hid\n  ```\nshown'],
    ['on the line of the marker', '- a\n- ```\n  hid\n  ```\nshown'],
    ['of a nested item', '- a\n  - ~~\n\n    ```\n    hid\n    ```\nshown'],
    ['of an item indented by a tab', '1. a\n\t```\n\thid\n\t```\nshown'],
    ['of an item far from its marker', '    -      a\n      ```\n      hid\n      ```\nshown'],
    ['after a lazy line', '- a\n  - ~~\nlazy\n    ```\n    hid\n    ```\nshown'],
    ['in a quoted item', '> - a\n>   ```\n>   hid\n>   ```\nshown'],
    ['of a quote in an item', '- a\n  > ```\n  > hid\n  > ```\nshown'],
  ])('X7 hides what a fence %s holds', (_, text) => {
    const rest = new Set(['a', '~~', 'lazy', 'shown'])
    expect(shown(text).filter((content) => !rest.has(content))).toEqual([])
    expect(shown(text)).toContain('shown')
  })

  it.each([
    ['only two marks', '``\nshown\n``'],
    ['a backtick in the info', '``` a`b\nshown'],
    ['four spaces', 'a\n\n    ```\n    shown\n    ```'],
    ['four spaces in an item', '- a\n      ```\n      shown\n      ```'],
    ['full-width indentation', '\u3000```\nshown\n\u3000```'],
    ['text before it', 'a ```\nshown'],
    ['a comment before it', '<!-- c --> ~~~\nshown'],
  ])('X7 takes no fence from %s', (_, text) => {
    expect(shown(text)).toContain('shown')
  })

  it.each([
    ['the end of the text', 'a\n\n```\nhid', 3],
    ['a closing fence of the other kind', '```\nhid\n~~~', 1],
    ['a closing fence that is too short', '````\nhid\n```', 1],
    ['a closing fence with an info string', '```\nhid\n```js', 1],
    ['the end of its list item', '- a\n  ```\n- b\n  ```\n', 2],
    ['the end of its block quote', '> ```\n> hid\n\nb', 1],
    ['a blank line after its block quote', '> ```\n\n> ```', 1],
    ['a second pair after the end of its item', '- a\n  ```\nx\n  ```\n- b\n  ```\nx\n  ```', 2],
  ])('X6 reports a fence that meets %s', (_, text, line) => {
    expect(readMarkdownLines(text).unclosed).toEqual({ why: 'unclosed-fence', line })
  })
})

describe('comments', () => {
  it.each([
    ['a line', '<!-- hid -->\nshown', ['shown']],
    ['several lines', 'a\n<!-- hid\n\nhid -->\nshown', ['a', 'shown']],
    ['the middle of a line', 'a <!-- hid --> b', ['a   b']],
    ['two places of a line', 'a<!-- 1 -->b<!-- 2 -->c', ['a b c']],
    ['the end of one line to the next', 'a <!-- hid\nhid --> b', ['a', 'b']],
    ['an end and a new start', '<!-- hid\nhid --> a <!-- hid\nhid -->b', ['a', 'b']],
    ['a fence', '<!--\n```\n-->\nshown', ['shown']],
    ['nothing', 'a <!--> b <!---> c', ['a   b   c']],
    ['a quoted line', '> <!-- hid\n> hid\n> --> b', ['b']],
    ['an item', '- a <!-- - [ ] hid -->\n- b', ['a', 'b']],
    ['text before an item', '<!-- 1 --> - b', ['b']],
  ])('X7 cuts a comment out of %s', (_, text, expected) => {
    expect(shown(text)).toEqual(expected)
  })

  it.each([
    ['a code span', 'see `<!--` here'],
    ['a longer code span', 'see `` ` <!-- `` here'],
    ['an escape', 'see \\<!-- here'],
    ['a fence', '```\n<!--\n```'],
  ])('X7 takes no comment from %s', (_, text) => {
    expect(readMarkdownLines(text).unclosed).toBeNull()
  })

  it.each([
    ['alone', 'a\n<!-- b\nc', 2],
    ['in mid line', 'a\nb <!-- c\n- d', 2],
    ['after another that was closed', '<!-- a --> <!-- b', 1],
    ['behind the end of another', '<!-- a\n--> <!-- b\nc', 2],
    ['after an unpaired backtick', 'a ` b <!-- c', 1],
    ['beside a code span', '`<!--` <!-- c', 1],
    ['with a dash too few', '<!-- a ->', 1],
  ])('X6 reports a comment that is never closed, %s', (_, text, line) => {
    expect(readMarkdownLines(text).unclosed).toEqual({ why: 'unclosed-comment', line })
  })
})

describe('cells', () => {
  it.each([
    ['| a | b |', ['a', 'b']],
    ['a | b', ['a', 'b']],
    ['| a | b', ['a', 'b']],
    ['|  | b |', ['', 'b']],
    ['| a |  |', ['a', '']],
    [String.raw`| a \| b | c |`, ['a | b', 'c']],
    ['|', ['']],
  ])('X5 splits %j', (text, cells) => {
    expect(splitCells(text)).toEqual(cells)
  })

  it('X5 finds no cells without a bar', () => {
    expect(splitCells('a')).toBeNull()
    expect(splitCells(String.raw`a \| b`)).toBeNull()
  })
})

describe('any text', () => {
  const pieces = ['- ', '> ', '\t', '  ', '```', '~~~', '<!--', '-->', '`', '\\', 'a', '[x]', '|']
  const made = (of: string[]) =>
    fc.array(fc.constantFrom(...of, '\n', '\r\n')).map((all) => all.join(''))

  it('X6 never throws, and numbers every line it gives', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), made(pieces)), (text) => {
        const { lines, unclosed } = readMarkdownLines(text)
        expect(lines.map(({ number }) => number)).toEqual(lines.map((_, index) => index + 1))
        if (!unclosed) expect(lines).toHaveLength(text.split(/\r\n|\r|\n/).length)
      }),
      { numRuns: 500 },
    )
  })

  it('X7 hides whatever a closed fence holds', () => {
    const inside = made(pieces.filter((piece) => !piece.includes('`')))
    fc.assert(
      fc.property(inside, (text) => {
        expect(shown('before\n```\n' + text + '\n```\nafter')).toEqual(['before', 'after'])
      }),
      { numRuns: 300 },
    )
  })

  it('X7 hides whatever a closed comment holds', () => {
    const inside = made(pieces.filter((piece) => !piece.includes('>')))
    fc.assert(
      fc.property(inside, (text) => {
        expect(shown('before\n<!--' + text + '-->\nafter')).toEqual(['before', 'after'])
      }),
      { numRuns: 300 },
    )
  })
})
