import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { LineComment } from '../../../../contracts/views/comments.ts'
import { specNamed } from '../../../../contracts/work-item.ts'
import type { DocumentInfo } from '../../../../contracts/views/documents.ts'
import { documents as words } from '../../../i18n/en/item/documents.ts'
import { placeComments, quoteOf } from './comments/comment-lines.ts'
import { firstIn, groupKeyOf, groupsOf } from './document-groups.ts'
import { firstToRead, inOrder, titleOf } from './document-names.ts'
import { canLayOut } from './layout.ts'
import { diffLines, withContext } from '../../../../core/views/line-diff.ts'

const info = (name: string, changedAt = ''): DocumentInfo => ({ name, bytes: 1, changedAt })

describe('the names of documents', () => {
  it('are those people use, in the order in which the documents are written', () => {
    const files = [
      'inspection-1.md',
      'zebra.md',
      'document-review-10.md',
      'document-review-2-reply.md',
      'document-review-2.md',
      'tasks.md',
      'research.md',
      'requirements.md',
      'notes.md',
      'design.md',
    ]
    const names = inOrder(files.map((name) => info(name))).map(({ name }) =>
      titleOf(words.names, name),
    )
    expect(names).toEqual([
      'Requirements',
      'Design',
      'Tasks',
      'Research',
      'Review 2',
      'Reply 2',
      'Review 10',
      'Inspection 1',
      'notes.md',
      'zebra.md',
    ])
  })

  it('share a tab where they are rounds of the same thing, which opens with the newest', () => {
    const files = ['document-review-2.md', 'tasks.md', 'document-review-1-reply.md', 'notes.md']
    const groups = groupsOf(
      specNamed('login'),
      [...files, 'document-review-1.md', 'inspection-3.md'].map((n) => info(n)),
    )
    expect(groups.map(({ key, documents }) => [key, documents.length])).toEqual([
      ['tasks.md', 1],
      ['review', 3],
      ['inspection', 1],
      ['notes.md', 1],
    ])
    expect(groups.map(firstIn)[1]).toBe('document-review-2.md')
    expect(groupKeyOf('document-review-9-reply.md')).toBe('review')
  })

  it('stand in the same order under the file names of another format', () => {
    const files = ['document-review-1.md', 'plan.md', 'tasks.md', 'quickstart.md', 'spec.md']
    const groups = groupsOf(
      specNamed('001-login@spec-kit'),
      files.map((n) => info(n)),
    )
    expect(groups.map(({ key }) => key)).toEqual([
      'spec.md',
      'plan.md',
      'tasks.md',
      'review',
      'quickstart.md',
    ])
  })

  it('in a folder share a tab, beside the document that the folder belongs to', () => {
    const files = ['proposal.md', 'tasks.md', 'specs/mail/spec.md', 'specs/search/spec.md']
    const groups = groupsOf(
      specNamed('add-search@openspec'),
      files.map((n) => info(n)),
    )
    expect(groups.map(({ key, documents }) => [key, documents.length])).toEqual([
      ['proposal.md', 1],
      ['specs/', 2],
      ['tasks.md', 1],
    ])
    expect(groups.map(firstIn)[1]).toBe('specs/mail/spec.md')
    expect(groupKeyOf('specs/search/spec.md')).toBe('specs/')
    const found = [info('proposal.md', '2026-01-01'), info('specs/mail/spec.md', '2026-01-02')]
    expect(firstToRead(found, null)).toBe('proposal.md')
  })

  it('begin with what waits for an answer, else with what was written last', () => {
    const found = [info('design.md', '2026-01-02'), info('requirements.md', '2026-01-01')]
    expect(firstToRead(found, 'requirements.md')).toBe('requirements.md')
    expect(firstToRead(found, 'inspection-1.md')).toBe('design.md')
    expect(firstToRead([], null)).toBeNull()
  })
})

describe('the difference of two texts', () => {
  const texts = fc.array(fc.constantFrom('a', 'b', 'c', ''), { maxLength: 12 })

  it('holds exactly the lines of both, in their order', () => {
    fc.assert(
      fc.property(texts, texts, (before, after) => {
        const diff = diffLines(before.join('\n'), after.join('\n'))
        const without = (kind: string): string =>
          diff
            .filter((line) => line.kind !== kind)
            .map(({ text }) => text)
            .join('\n')
        expect(without('added')).toBe(before.join('\n'))
        expect(without('removed')).toBe(after.join('\n'))
      }),
    )
  })

  it('is no larger than it must be', () => {
    const kinds = diffLines('a\nb\nc\nd', 'a\nc\nx\nd').map(({ kind, text }) => `${kind} ${text}`)
    expect(kinds).toEqual(['same a', 'removed b', 'same c', 'added x', 'same d'])
  })

  it('leaves out what is far from every difference', () => {
    const before = Array.from({ length: 20 }, (_, at) => `${at}`)
    const after = before.with(10, 'ten')
    const rows = withContext(diffLines(before.join('\n'), after.join('\n')), 2)
    expect(rows.at(0)).toEqual({ kind: 'skipped', count: 8 })
    expect(rows.at(-1)).toEqual({ kind: 'skipped', count: 7 })
    expect(rows).toHaveLength(8)
  })

  it('of two long texts without a common line comes at once', () => {
    const text = (word: string): string =>
      Array.from({ length: 20_000 }, (_, at) => `${word} ${at}`).join('\n')
    expect(diffLines(text('a'), text('b'))).toHaveLength(40_000)
  })
})

describe('the place of a comment', () => {
  const comment = (line: number, quote: string): LineComment => ({
    id: `${line}`,
    document: 'design.md',
    line,
    quote,
    text: 'why?',
    author: 'me',
    createdAt: '',
  })
  const lineNow = (at: LineComment, lines: string[]): [number, boolean] => {
    const [{ line, isMoved } = { line: 0, isMoved: true }] = placeComments([at], lines)
    return [line, isMoved]
  }

  it('follows its line to the nearest place where it now is', () => {
    const lines = ['same', 'x', 'y', '  same', 'z', 'same']
    expect(lineNow(comment(1, 'same'), lines)).toEqual([1, false])
    expect(lineNow(comment(3, 'same'), lines)).toEqual([4, false])
    expect(lineNow(comment(60, 'x'), lines)).toEqual([2, false])
  })

  it('stays near where it was when its line is gone, and says so', () => {
    expect(lineNow(comment(2, 'gone'), ['a', 'b', 'c'])).toEqual([2, true])
    expect(lineNow(comment(9, 'gone'), ['a', 'b'])).toEqual([2, true])
    expect(lineNow(comment(9, ''), [])).toEqual([1, false])
  })

  it('knows a line by its beginning where the line is longer than a quote may be', () => {
    const long = 'word '.repeat(1000)
    expect(lineNow(comment(1, quoteOf(long)), ['a', long])).toEqual([2, false])
  })
})

describe('what is laid out as markdown', () => {
  it('is no document that would hold up the page', () => {
    expect(canLayOut('- [ ] one\n'.repeat(100))).toBe(true)
    expect(canLayOut('- [ ] one\n'.repeat(1000))).toBe(false)
    expect(canLayOut('words '.repeat(50_000))).toBe(false)
  })
})
