import { expect, it } from 'vitest'
import { GitFailed } from './git-process.ts'

it('T7 what git could not do is told without the password of an address', () => {
  const address = 'https://ada:s3cret@example.com/shop.git'
  const errors = `fatal: unable to access '${address}/': Could not resolve host`
  const failed = new GitFailed(['fetch', '--', address], { code: 128, errors })
  expect(`${failed.message} ${failed.errors}`).not.toMatch(/s3cret|ada/)
  expect(failed.message).toContain('https://example.com/shop.git')
})
