import { describe, expect, it } from 'vitest'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import Markdown from 'react-markdown'
import remarkGfm from 'remark-gfm'
import { reading } from '../../../../i18n/en/item/reading.ts'
import { remarkTaskBoxes } from '../rendered/remark-task-boxes.ts'
import { rehypeBlocks } from './rehype-blocks.ts'
import { lineOfSelection } from './source-line.ts'

const html = (text: string, skips = false): string =>
  renderToStaticMarkup(
    createElement(
      Markdown,
      {
        remarkPlugins: [remarkGfm, [remarkTaskBoxes, { marks: reading.marks, skips }]],
        rehypePlugins: [rehypeBlocks],
      },
      text,
    ),
  )

const TEXT = `# Title

One
two.

- first
  - inner

    more of inner
- second

| a |
|---|
| b |

> quoted

\`\`\`
code
\`\`\`
`

describe('the blocks of a rendered document', () => {
  it('know the lines of the source they stand for', () => {
    const marked = [...html(TEXT).matchAll(/<(\w+)[^>]* data-line="(\d+)"/g)].map(
      ([, tag, line]) => `${tag} ${line}`,
    )
    expect(marked).toEqual([
      'h1 1',
      'p 3',
      'li 6',
      'li 7',
      'li 10',
      'table 12',
      'tr 12',
      'tr 14',
      'p 16',
      'pre 18',
    ])
  })

  it('have a place for every line, and no line has two', () => {
    const slots = [...html(TEXT).matchAll(/data-slot="(\d+)-(\d+)"/g)].map(([, from, to]) => [
      Number(from),
      Number(to),
    ])
    const lines = slots.flatMap(([from = 0, to = 0]) =>
      Array.from({ length: to - from + 1 }, (_, at) => from + at),
    )
    expect(new Set(lines).size).toBe(lines.length)
    expect(lines).toEqual([1, 3, 4, 6, 7, 8, 9, 10, 12, 13, 14, 16, 18, 19, 20])
  })

  it('take a selection to the line it begins on', () => {
    const lines = ['One **bold** word', 'two words', 'three']
    const at = (selected: string): number => lineOfSelection(lines, { from: 1, to: 3 }, selected)
    expect([at('bold word'), at('words\nthree'), at('three'), at('nowhere'), at('')]).toEqual([
      1, 2, 3, 1, 1,
    ])
  })
})

describe('the boxes of a rendered document', () => {
  const TASKS = `- [x] 1. Done
  - plain
  - [ ]* 1.1 Extra
- [-] 2. Now (P)
- [~] 3. Next
- [ ] 4. (P) \`code\`
- [link](x) no box
`

  const shown = (source: string, skips: boolean): string[] =>
    html(source, skips)
      .replaceAll(/<input[^>]*checked[^>]*>/g, '[x]')
      .replaceAll(/<input[^>]*>/g, '[ ]')
      .replaceAll(/<[^>]+>/g, '')
      .split('\n')
      .map((line) => line.trim())
      .filter((line) => line !== '')

  it('are those the workflow reads, with their marks in words', () => {
    expect(shown(TASKS, false)).toEqual([
      '[x] 1. Done',
      'plain',
      '[ ] 1.1 Extra (optional)',
      '[ ] 2. Now (in progress) (parallel)',
      '[ ] 3. Next (queued)',
      '[ ] 4. code (parallel)',
      'link no box',
    ])
  })

  it('of tasks that are put aside say so where those need not be done', () => {
    const tasks =
      '- [~] 1. Later\n- [ ] 2. ~~Dropped~~\n- [ ] ~~Gone~~\n- [x] ~~Did it~~\n- [-] 3. Now\n'
    expect(shown(tasks, true)).toEqual([
      '[ ] 1. Later (put aside)',
      '[ ] 2. Dropped (put aside)',
      '[ ] Gone (put aside)',
      '[x] Did it',
      '[ ] 3. Now (in progress)',
    ])
    expect(shown(tasks, false)[0]).toBe('[ ] 1. Later (queued)')
  })
})
