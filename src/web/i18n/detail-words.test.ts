import { describe, expect, it } from 'vitest'
import type { FindingWords } from '../../contracts/asked/findings.ts'
import { detailWords } from './detail-words.ts'
import { en } from './en.ts'
import { ja } from './ja.ts'

/** The sorted names of the values that a sentence uses. */
function namedBy(words: FindingWords, problem: string): string[] {
  const named = new Set<string>()
  const values = new Proxy({}, { get: (_, name) => named.add(String(name)) && `<${String(name)}>` })
  const sentence = (words as unknown as Record<string, (values: object) => string>)[problem]
  const text = sentence?.(values) ?? ''
  for (const name of named) expect(text).toContain(`<${name}>`)
  return [...named].toSorted()
}

describe('what git or the host found', () => {
  it.each(Object.keys(en.findings))(
    'W7 W9 is said in both languages with the same names: %s',
    (problem) => {
      const kind = problem === 'no-worktree' ? ['kind'] : []
      expect([...namedBy(ja.findings, problem), ...kind].toSorted()).toEqual(
        namedBy(en.findings, problem),
      )
      const sentence = ja.findings[problem as keyof FindingWords]
      expect(sentence({} as never)).toMatch(/[\u3040-\u30ff]/)
    },
  )

  it('P4 is in the language of the page', () => {
    const told = {
      detail: 'these files conflict …',
      finding: { problem: 'conflicts', values: { files: 'app.txt' } },
    }
    expect(detailWords(ja, told)).toContain('app.txt')
    expect(detailWords(ja, told)).toContain('競合しています')
    expect(detailWords(en, told)).toMatch(/^these files conflict with the base branch: app\.txt;/)
  })

  it('of an older event log, or of a later version, stays as it was written', () => {
    const detail = 'the branch was deleted: restore it'
    expect(detailWords(ja, { detail, finding: null })).toBe(detail)
    expect(detailWords(ja, { detail })).toBe(detail)
    expect(detailWords(ja, { detail, finding: { problem: 'of-later', values: {} } })).toBe(detail)
    expect(detailWords(ja, { detail, finding: { problem: 'toString', values: {} } })).toBe(detail)
  })
})
