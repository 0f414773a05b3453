import { beforeEach, expect, it } from 'vitest'
import { itemKey, specNamed, type ItemKey } from '../../../../contracts/work-item.ts'
import { shareOf, usePicked } from './picked-store.ts'

const login = itemKey(specNamed('login'))
const search = itemKey(specNamed('search'))
const payment = itemKey(specNamed('payment'))

beforeEach(() => usePicked.getState().clear())

it('"select all" is about the rows on screen, whatever the filter hides', () => {
  usePicked.getState().pick([login, search])
  const share = (...shown: ItemKey[]) => shareOf(usePicked.getState().picked, shown)
  expect(share(payment)).toBe('none')
  expect(share(search, payment)).toBe('some')
  expect(share(login, search)).toBe('all')
  expect(share()).toBe('none')
})

it('"select all" leaves the selection of hidden rows as it is', () => {
  usePicked.getState().pick([login])
  usePicked.getState().pickAll([search, payment], true)
  expect([...usePicked.getState().picked]).toEqual([login, search, payment])
  usePicked.getState().pickAll([search, payment], false)
  expect([...usePicked.getState().picked]).toEqual([login])
})
