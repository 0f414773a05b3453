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
    expect(wordsIn('say="open')).toBeNull()
    expect(wordsIn('')).toEqual([])
  })

  it('a quoted part of a word belongs to that word', () => {
    expect(wordsIn(`test --grep="a b" x'c d'"e f"y`)).toEqual(['test', '--grep=a b', 'xc de fy'])
    expect(wordsIn(`set NAME="" ''`)).toEqual(['set', 'NAME=', ''])
  })
})
