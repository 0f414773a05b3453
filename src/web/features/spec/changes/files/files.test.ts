import { describe, expect, it } from 'vitest'
import { changedFile } from '../../../../test-data/changed-file.ts'
import type { WorkItem } from '../../../../../contracts/work-item.ts'
import { matching, treeOf } from './file-tree.ts'
import { openAtFirst, sectionsOf } from './sections.ts'

describe('the sections of changed files', () => {
  it("begin with the item's own; the others stand under their owner's name", () => {
    const cart = { kind: 'spec', name: 'cart' } as WorkItem
    const other = { by: 'other', item: cart } as const
    const sections = sectionsOf([
      changedFile('b.ts', { owner: other }),
      changedFile('a.ts'),
      changedFile('c.ts', { owner: { by: 'person' } }),
      changedFile('d.ts', { owner: other }),
    ])
    expect(sections.map(({ key, files }) => [key, files.map(({ path }) => path)])).toEqual([
      ['item', ['a.ts']],
      ['spec:cart', ['b.ts', 'd.ts']],
      ['person', ['c.ts']],
    ])
  })

  it('open what one would read first: no documents, nothing viewed, nothing huge, no thousands', () => {
    const files = [
      changedFile('viewed.ts'),
      changedFile('huge.ts', { added: 50_000 }),
      changedFile('.kiro/specs/a/design.md'),
      changedFile('openspec/changes/a/design.md'),
      changedFile('other.ts', { owner: { by: 'person' } }),
      ...Array.from({ length: 1000 }, (_, at) => changedFile(`${at}.ts`)),
    ]
    const item = { kind: 'spec', name: 'a@openspec' } as WorkItem
    const open = openAtFirst(item, files, ({ path }) => path === 'viewed.ts')
    expect([...open].slice(0, 2)).toEqual(['0.ts', '1.ts'])
    expect(open.size).toBe(40)
  })
})

describe('the tree of changed files', () => {
  const files = ['src/web/a.ts', 'src/web/b.ts', 'src/host/deep/er/c.ts', 'README.md'].map((path) =>
    changedFile(path),
  )
  const shown = (closed: string[] = []): string[] =>
    treeOf(files, { closed: new Set(closed) }).map(
      ({ level, name, ...node }) =>
        `${' '.repeat(level)}${name}${node.kind === 'folder' ? `/ ${node.count}` : ''}`,
    )

  it('joins folders that hold only one other', () => {
    expect(shown()).toEqual([
      'src/ 3',
      ' host/deep/er/ 1',
      '  c.ts',
      ' web/ 2',
      '  a.ts',
      '  b.ts',
      'README.md',
    ])
  })

  it('has the documents of items last', () => {
    const some = ['.kiro/specs/a/design.md', 'src/a.ts'].map((path) => changedFile(path))
    expect(treeOf(some, { closed: new Set() })[0]?.name).toBe('src')
  })

  it('leaves out what is in a closed folder', () => {
    expect(shown(['/src/web'])).toEqual([
      'src/ 3',
      ' host/deep/er/ 1',
      '  c.ts',
      ' web/ 2',
      'README.md',
    ])
    expect(shown(['/src'])).toEqual(['src/ 3', 'README.md'])
  })

  it('is filtered by any part of a path, also the old one', () => {
    const moved = changedFile('new.ts', { from: 'Old/Name.ts' })
    expect(matching([...files, moved], 'WEB').map(({ path }) => path)).toEqual([
      'src/web/a.ts',
      'src/web/b.ts',
    ])
    expect(matching([moved], 'old/').length).toBe(1)
  })
})
