import { expect, it } from 'vitest'
import type { ChangedFile } from '../../../../contracts/views/changes.ts'
import type { Group } from './changes-list.ts'
import { keyAt } from './list-keys.ts'

const groupOf = (path: string, first: number, count: number): Group => ({
  kind: 'file',
  file: { path } as ChangedFile,
  isOpen: true,
  first,
  count,
})
const listed = (...counts: [string, number][]) => {
  let first = 0
  const groups = counts.map(([path, count]) => {
    const group = groupOf(path, first, count)
    first += count
    return group
  })
  return { groups, rows: [] }
}

it('every place of the list has a key of its own, and a heading keeps it when lines come before it', () => {
  const before = listed(['a', 1], ['b', 1], ['c', 0])
  const after = listed(['a', 40], ['b', 7], ['c', 0])
  const keys = Array.from({ length: 50 }, (_, place) => keyAt(after, place))
  expect(new Set(keys).size).toBe(50)
  expect([0, 2, 4].map((place) => keyAt(before, place))).toEqual(
    [0, 41, 49].map((place) => keyAt(after, place)),
  )
  expect(keyAt(after, 43)).toBe('2 file b')
  expect(keyAt({ groups: [], rows: [] }, 3)).toBe('3')
})
