import { describe, expect, it } from 'vitest'
import { wordsIn } from './command-words.ts'

describe('a command as it is typed', () => {
  it('V7 is taken apart into words, quoted ones whole, and never given to a shell', () => {
    expect(wordsIn('npm test')).toEqual(['npm', 'test'])
    expect(wordsIn(`  node -e "console.log(\\"a b\\")"  'c d' `)).toEqual([
      'node',
      '-e',
      'console.log("a b")',
      'c d',
    ])
    expect(wordsIn('a && b; $(c)')).toEqual(['a', '&&', 'b;', '$(c)'])
    expect(wordsIn('say "open')).toBeNull()
    expect(wordsIn('')).toEqual([])
  })
})
