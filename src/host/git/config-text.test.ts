import { execFileSync } from 'node:child_process'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { BadConfig, configText, readConfigText } from './config-text.ts'

/** What git reads in a text: `section.sub.key`, line break, value. */
function asGit(text: string): string[] {
  const args = ['config', '--file', '-', '--list', '-z', '--no-includes']
  return execFileSync('git', args, { input: text, encoding: 'utf8', stdio: 'pipe' })
    .split('\0')
    .slice(0, -1)
}

const asHost = (text: string): string[] =>
  readConfigText(text).map(({ section, sub, key, value }) => {
    const name = sub === null ? `${section}.${key}` : `${section}.${sub}.${key}`
    return value === null ? name : `${name}\n${value}`
  })

const TEXTS = [
  '',
  '\uFEFF[core]\n\tbare = false\n',
  '[core]\r\n\tautocrlf = input\r\n\teol = lf\r\n',
  '[Core] Bare\n[USER]\tName = Ada Lovelace \t\n',
  '[a "B c\\"d\\\\e"]\n\tk = v\n[a "."]\nk=\n[a.Old.Form]\nk = 1\n',
  '[a]\n k = "quoted # ; text" and more # comment\n l = x;comment\n m = "a\\tb\\nc\\"d\\\\e\\b"\n',
  '[a]\n k = one \\\n  two\\\n three\n l = "in \\\nquotes"\n',
  '# comment\n; another\n[a] # on a header\n\n\n k\n l =\n m = "" \n n = a "b  c" d\n',
  '[a]k=v [b]\n[c]l=w\n',
  '[include]\n path = x\n[includeIf "gitdir:**/a b/"]\n path = ~/y\n',
  '[a]\n key-with-dash = 1\n k2 = true\n last = no line end',
]

const BROKEN = [
  '[a\nk = v\n',
  '[a]\nk = "open\n',
  '[a]\nk = \\x\n',
  '[a]\n1k = v\n',
  '[a]\nk ! v\n',
  '[a "b\nc"]\nk = v\n',
]

describe('a git configuration', () => {
  it.each(TEXTS)('T9 is read as git reads it: %j', (text) => {
    expect(asHost(text)).toEqual(asGit(text))
  })

  it.each(BROKEN)('T9 that git cannot read is none: %j', (text) => {
    expect(() => asGit(text)).toThrow()
    expect(() => readConfigText(text)).toThrow(BadConfig)
  })

  it('T9 is written so that git reads exactly that, whatever the names and values are', () => {
    const word = fc.stringMatching(/^[a-z][a-z0-9-]{0,8}$/)
    const text = fc
      .string({ unit: 'binary', maxLength: 12 })
      .filter((one) => !/[\0\uD800-\uDFFF]/.test(one))
    const entry = fc.record({
      section: word,
      sub: fc.option(text.filter((one) => !one.includes('\n'))),
      key: word,
      value: fc.option(text.filter((one) => !one.includes('\r'))),
    })
    const check = fc.property(fc.array(entry, { minLength: 1, maxLength: 30 }), (entries) => {
      const written = configText(entries)
      expect(readConfigText(written)).toEqual(entries)
      expect(asHost(written)).toEqual(asGit(written))
    })
    fc.assert(check, { numRuns: 15 })
  })
})
