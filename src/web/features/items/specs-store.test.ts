import { beforeEach, describe, expect, it } from 'vitest'
import type { SpecRow } from '../../../contracts/views/board.ts'
import { useSpecs } from './specs-store.ts'

const shown = (feature: string) => useSpecs.getState().specs.get(feature)

beforeEach(() => useSpecs.setState({ specs: new Map(), bugs: new Map() }))

describe('rows that arrive', () => {
  const older = { feature: 'a', version: 3 } as SpecRow
  const newer = { feature: 'a', version: 50 } as SpecRow

  it('never replace a newer one of the same host', () => {
    useSpecs.getState().putSpecs([newer])
    useSpecs.getState().putSpecs([older])
    expect(shown(newer.feature)).toBe(newer)
  })

  it('of another host always count, whatever the one before had counted to', () => {
    useSpecs.getState().putSpecs([newer])
    useSpecs.getState().outdate()
    useSpecs.getState().putSpecs([older])
    expect(shown(older.feature)).toBe(older)
  })
})
