import { describe, expect, it } from 'vitest'
import { changedFile } from '../../../../test-data/changed-file.ts'
import type { ChangedFile, Patch } from '../../../../../contracts/views/changes.ts'
import type { LineComment } from '../../../../../contracts/views/comments.ts'
import { hunksOf, rowsOf } from './change-rows.ts'
import { placeInChanges } from './code-comments.ts'
import { isSearched, matchesIn } from './search-changes.ts'

const patch = (text: string | null, isCut = false): Patch => ({ path: 'a.ts', text, isCut })
const TEXT = '@@ -1,3 +1,3 @@\n one\n-two\n+2\n three\n@@ -40 +40 @@\n-two\n+four\n'

describe('the rows of an open file', () => {
  const kinds = (changed: ChangedFile, of: Parameters<typeof rowsOf>[1]): string[] =>
    rowsOf(changed, of, 'unified').map((row) => (row.kind === 'note' ? row.note : row.kind))

  it('are its lines, one under the other or side by side', () => {
    const line = ['hunk', 'line', 'line', 'line', 'line', 'hunk', 'line', 'line']
    expect(kinds(changedFile('a.ts'), patch(TEXT))).toEqual(line)
    const split = rowsOf(changedFile('a.ts'), patch(TEXT), 'split').map(({ kind }) => kind)
    expect(split).toEqual(['hunk', 'pair', 'pair', 'pair', 'hunk', 'pair'])
  })

  it('say what there is instead of lines, and what is left out', () => {
    expect(kinds(changedFile('a.ts'), undefined)).toEqual(['loading'])
    expect(kinds(changedFile('a.ts'), { code: 'OFFLINE' })).toEqual(['failed'])
    expect(kinds(changedFile('a.ts'), patch(null))).toEqual(['gone'])
    expect(kinds(changedFile('a.png', { kind: 'binary' }), undefined)).toEqual(['binary'])
    expect(
      kinds(changedFile('a', { added: 0, removed: 0 }), patch('diff --git a/a b/a\n')),
    ).toEqual(['empty'])
    expect(kinds(changedFile('a.ts'), patch(TEXT, true)).at(-1)).toBe('cut')
    expect(kinds(changedFile('sub', { kind: 'submodule' }), patch(TEXT))[0]).toBe('submodule')
  })
})

describe('a search in the changes', () => {
  it('finds names and lines in the order of the screen, in any case', () => {
    const files = [changedFile('two.ts'), changedFile('b.ts')]
    const found = matchesIn(files, () => patch(TEXT.replace('+2', '+TWO')), 'two')
    expect(found.map((match) => [match.file.path, match.line?.text ?? null])).toEqual([
      ['two.ts', null],
      ['two.ts', 'two'],
      ['two.ts', 'TWO'],
      ['two.ts', 'two'],
      ['b.ts', 'two'],
      ['b.ts', 'TWO'],
      ['b.ts', 'two'],
    ])
    expect(matchesIn(files, () => undefined, '')).toEqual([])
  })

  it('does not load what is binary or huge', () => {
    expect(
      [
        changedFile('a'),
        changedFile('b', { kind: 'binary' }),
        changedFile('c', { added: 50_000 }),
      ].map(isSearched),
    ).toEqual([true, false, false])
  })
})

describe('a comment on code', () => {
  const comment = (changes: Partial<LineComment>): LineComment => ({
    id: 'c',
    file: 'a.ts',
    side: 'new',
    line: 2,
    quote: '2',
    text: 'why?',
    author: 'me',
    createdAt: '',
    ...changes,
  })
  const at = (changes: Partial<LineComment>): string => {
    const { byLine, away } = placeInChanges([comment(changes)], hunksOf(patch(TEXT)))
    const [line] = byLine.keys()
    return line === undefined ? `away ${away.length}` : `${line.type} ${line.old ?? line.now}`
  }

  it('stands at the nearest line that still reads the same, on its side', () => {
    expect(at({})).toBe('added 2')
    expect(at({ line: 90, quote: 'four' })).toBe('added 40')
    expect(at({ side: 'old', line: 38, quote: 'two' })).toBe('removed 40')
    expect(at({ side: 'old', line: 1, quote: 'two' })).toBe('removed 2')
    expect(at({ line: 1, quote: 'one' })).toBe('same 1')
  })

  it('is shown apart when its line is no longer among the changes', () => {
    expect(at({ quote: 'gone' })).toBe('away 1')
    expect(at({ side: 'old', line: 1, quote: 'one' })).toBe('away 1')
  })
})
