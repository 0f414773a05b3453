import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { mergeTexts } from './merge-texts.ts'

/** For each base line: whether it is kept, and what is inserted before it. */
interface Edit {
  isKept: boolean
  before: string[]
}

const LINES = 12
const edits = fc.array(
  fc.record({
    isKept: fc.boolean(),
    before: fc.array(fc.constantFrom('', 'same words', 'other words'), { maxLength: 2 }),
  }),
  { minLength: LINES, maxLength: LINES },
)
const base = Array.from({ length: LINES }, (_, at) => `line ${at}`)

/** Tags each inserted line with its author and place, so that it can be identified. */
const edited = (how: readonly Edit[], who: string): string[] =>
  base.flatMap((line, at) => {
    const { isKept, before } = how[at] ?? { isKept: true, before: [] }
    const written = before.map((text, n) => `${who} ${at} ${n} ${text}`)
    return isKept ? [...written, line] : written
  })

const NOTHING: Edit = { isKept: true, before: [] }

describe('two changes of one text', () => {
  it('that do not overlap become one, in which nothing of either is lost', () => {
    const split = fc.integer({ min: 1, max: LINES - 2 })
    fc.assert(
      fc.property(edits, edits, split, (first, second, at) => {
        // One edits only above an untouched line, the other only below it.
        const above = first.map((edit, n) => (n < at ? edit : NOTHING))
        const below = second.map((edit, n) => (n > at + 1 ? edit : NOTHING))
        const both = base.map((_, n) => (n < at ? above[n] : below[n]) ?? NOTHING)
        const expected = base.flatMap((line, n) => {
          const { isKept, before } = both[n] ?? NOTHING
          const who = n < at ? 'me' : 'they'
          const written = before.map((text, m) => `${who} ${n} ${m} ${text}`)
          return isKept ? [...written, line] : written
        })
        const merged = mergeTexts(
          base.join('\n'),
          edited(above, 'me').join('\n'),
          edited(below, 'they').join('\n'),
        )
        expect(merged).toBe(expected.join('\n'))
      }),
      { numRuns: 500 },
    )
  })

  it('become one only if every line that either wrote is in it and none that either removed', () => {
    fc.assert(
      fc.property(edits, edits, (first, second) => {
        const mine = edited(first, 'me')
        const theirs = edited(second, 'they')
        const merged = mergeTexts(base.join('\n'), mine.join('\n'), theirs.join('\n'))?.split('\n')
        if (merged === undefined) return
        const written = [...mine, ...theirs].filter((line) => !base.includes(line))
        for (const line of written) expect(merged).toContain(line)
        for (const line of base)
          expect(merged.includes(line)).toBe(mine.includes(line) && theirs.includes(line))
      }),
      { numRuns: 1000 },
    )
  })

  it('are the same whichever comes first, and nothing where there is only one', () => {
    fc.assert(
      fc.property(edits, edits, (first, second) => {
        const [old, mine, theirs] = [base, edited(first, 'me'), edited(second, 'they')].map((all) =>
          all.join('\n'),
        ) as [string, string, string]
        expect(mergeTexts(old, mine, theirs)).toBe(mergeTexts(old, theirs, mine))
        expect(mergeTexts(old, mine, old)).toBe(mine)
        expect(mergeTexts(old, old, theirs)).toBe(theirs)
        expect(mergeTexts(old, mine, mine)).toBe(mine)
      }),
    )
  })

  it('of the same line are left to the user', () => {
    expect(mergeTexts('a\nb\nc', 'a\nmine\nc', 'a\ntheirs\nc')).toBeNull()
    expect(mergeTexts('a\nb\nc', 'a\nc', 'a\ntheirs\nc')).toBeNull()
    expect(mergeTexts('a', 'mine', 'theirs')).toBeNull()
  })
})
