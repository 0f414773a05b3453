import { describe, expect, it } from 'vitest'
import { readTasks } from '../../../../core/readers/tasks/tasks-document.ts'
import { countTasks, treeOf, visibleTasks, type TaskFilter, type TaskNode } from './task-tree.ts'

const nodesOf = (...lines: string[]): TaskNode[] => {
  const reading = readTasks(lines.join('\r\n'))
  if (!reading.ok) throw new Error(reading.why)
  return treeOf(reading.tasks)
}
const NESTED = nodesOf(
  '- [ ] 1. Sign in',
  '  - [x] 1.1 Form',
  '  - [ ] 1.2 Session',
  '    - _Requirements: 4.2_',
  '- [x] 2. Sign out',
  '- [ ]* 3. Polish',
)
const shown = (filter: TaskFilter, query = '', folded: number[] = []): string[] =>
  visibleTasks(NESTED, { filter, query, folded: new Set(folded) }).map(
    ({ node, isContext }) => `${node.task.id ?? ''}${isContext ? '?' : ''}`,
  )

describe('the tree of tasks', () => {
  it('is nested by indent', () => {
    expect(NESTED.map(({ level, parent }) => [level, parent])).toEqual([
      [0, null],
      [1, 0],
      [1, 0],
      [0, null],
      [0, null],
    ])
    expect(NESTED.map(({ hasChildren }) => hasChildren)).toEqual([true, false, false, false, false])
  })

  it('is nested by number where nothing is indented', () => {
    const flat = nodesOf('- [ ] 1. A', '- [ ] 1.1 B', '- [ ] 1.1.1 C', '- [ ] 2. D', '- [ ] 3.1 E')
    expect(flat.map(({ level }) => level)).toEqual([0, 1, 2, 0, 0])
  })

  it('counts what each filter would show', () => {
    expect(countTasks(NESTED)).toEqual({ all: 5, open: 3, done: 2, optional: 1 })
  })

  it('keeps what stands above a task that fits', () => {
    expect(shown('all')).toEqual(['1', '1.1', '1.2', '2', '3'])
    expect(shown('open')).toEqual(['1', '1.2', '3'])
    expect(shown('done')).toEqual(['1?', '1.1', '2'])
    expect(shown('optional')).toEqual(['3'])
  })

  it('is searched by words, numbers and requirements', () => {
    expect(shown('all', 'SESSION')).toEqual(['1?', '1.2'])
    expect(shown('all', '4.2')).toEqual(['1?', '1.2'])
    expect(shown('all', 'nowhere')).toEqual([])
  })

  it('hides what is folded', () => {
    expect(shown('all', '', [0])).toEqual(['1', '2', '3'])
  })
})
