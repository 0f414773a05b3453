import { describe, expect, it } from 'vitest'
import { cutTo, shortened } from './shortened.ts'

describe('a text that is too long', () => {
  it('is cut between characters', () => {
    expect(cutTo('ab😀c', 3)).toBe('ab')
    expect(cutTo('ab😀c', 4)).toBe('ab😀')
    expect(cutTo('ab😀c', 5)).toBe('ab😀c')
  })

  it('says that something is missing, within its length', () => {
    expect(shortened('abcdef', 6)).toBe('abcdef')
    expect(shortened('abcdefg', 6)).toBe('abcde…')
    expect(shortened('abcd efg', 6)).toBe('abcd…')
    expect(shortened('abcd😀fg', 6)).toBe('abcd…')
    expect(shortened('abcdefg', 6, '...')).toBe('abc...')
  })
})
