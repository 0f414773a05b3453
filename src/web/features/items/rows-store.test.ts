import { bugItem, itemKey, specNamed, type WorkItem } from '../../../contracts/work-item.ts'
import { beforeEach, describe, expect, it } from 'vitest'
import type { ItemRow } from '../../../contracts/views/board.ts'
import { useRows } from './rows-store.ts'

const shown = (item: WorkItem) => useRows.getState().rows.get(itemKey(item))

beforeEach(() => useRows.setState({ rows: new Map() }))

describe('rows that arrive', () => {
  const older = { item: specNamed('a'), version: 3 } as ItemRow
  const newer = { item: specNamed('a'), version: 50 } as ItemRow

  it('never replace a newer one of the same host', () => {
    useRows.getState().put([newer])
    useRows.getState().put([older])
    expect(shown(newer.item)).toBe(newer)
  })

  it('of a spec and a bug with the same name stay apart', () => {
    const spec = { item: specNamed('twin'), version: 1 } as ItemRow
    const bug = { item: bugItem(specNamed('twin').name), version: 2 } as ItemRow
    useRows.getState().put([spec, bug])
    expect([shown(spec.item), shown(bug.item)]).toEqual([spec, bug])
    useRows.getState().drop(bug.item)
    expect([shown(spec.item), shown(bug.item)]).toEqual([spec, undefined])
  })

  it('of another host always count, whatever the one before had counted to', () => {
    useRows.getState().put([newer])
    useRows.getState().outdate()
    useRows.getState().put([older])
    expect(shown(older.item)).toEqual(older)
  })
})
