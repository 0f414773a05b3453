import { expect, it } from 'vitest'
import { aroundFileName, seenFrom } from './log-paths.ts'

it('paths are shown as seen from the worktree, else from the project', () => {
  const folders = ['/home/me/shop/.kiro/trees/cart', '/home/me/shop']
  expect(seenFrom(folders, '/home/me/shop/.kiro/trees/cart/src/a.ts')).toBe('src/a.ts')
  expect(seenFrom(folders, 'The file /home/me/shop/src/b.ts is written')).toBe(
    'The file src/b.ts is written',
  )
  expect(seenFrom(folders, '/home/me/shopping/list.md')).toBe('/home/me/shopping/list.md')
  expect(seenFrom([], '/etc/hosts')).toBe('/etc/hosts')
})

it('of a path the name stays, and a command is no path', () => {
  expect(aroundFileName('src/deep/cart.ts')).toEqual(['src/deep', '/cart.ts'])
  expect(aroundFileName('cart.ts')).toEqual(['cart.ts', ''])
  expect(aroundFileName('npm test -- src/cart.ts')).toEqual(['npm test -- src/cart.ts', ''])
  expect(aroundFileName('https://example.com/a')).toEqual(['https://example.com/a', ''])
  expect(aroundFileName('src/')).toEqual(['src/', ''])
})
