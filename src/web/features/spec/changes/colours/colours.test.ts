import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readPatch } from '../lines/read-patch.ts'
import { colourLines } from './colour-lines.ts'
import { canColour } from './colours-store.ts'
import { languageOf } from './languages.ts'

describe('the colours of code', () => {
  it('are those of its language, by name', () => {
    expect(languageOf('src/a.TS')).toBe('typescript')
    expect(languageOf('Dockerfile')).toBe('dockerfile')
    expect(languageOf('a/constructor')).toBeNull()
    expect(languageOf('a.__proto__')).toBeNull()
    expect(languageOf('LICENSE')).toBeNull()
  })

  it('are given to every line, also where a text continues over several', async () => {
    const hunks = readPatch('@@ -1,2 +1,3 @@\n const a = 1\n-/* old */\n+/* new\n+   end */\n')
    const lines = await colourLines(hunks, 'typescript')
    const looks = new Map(lines.map(([{ text }, tokens]) => [text, tokens[0]?.look]))
    expect(Object.fromEntries(looks)).toEqual({
      'const a = 1': 'keyword',
      '/* old */': 'comment',
      '/* new': 'comment',
      '   end */': 'comment',
    })
  })

  it('never change a text, whatever it holds', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(
          fc.string({ unit: fc.constantFrom('<', '/*', '`', '"', 'a', '\\', '\t', '\r', '&') }),
          {
            minLength: 1,
            maxLength: 8,
          },
        ),
        async (texts) => {
          const body = texts.map((text) => `+${text}\n`).join('')
          const hunks = readPatch(`@@ -0,0 +1,${texts.length} @@\n${body}`)
          for (const [line, tokens] of await colourLines(hunks, 'typescript'))
            expect(tokens.map(({ text }) => text).join('')).toBe(line.text)
        },
      ),
    )
  })

  it('are left out where they would take too long', () => {
    const of = (lines: string[]) =>
      canColour(readPatch(`@@ -0,0 +1,${lines.length} @@\n${lines.map((l) => `+${l}\n`).join('')}`))
    expect(of(['x'])).toBe(true)
    expect(of(['x'.repeat(3000)])).toBe(false)
    expect(of(Array.from({ length: 50_000 }, () => 'x'))).toBe(false)
  })
})
