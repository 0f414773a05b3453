import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseSync, Visitor } from 'vite'
import { describe, expect, it } from 'vitest'

const repository = fileURLToPath(new URL('..', import.meta.url))

/** The first column of the table under "Words to avoid" in the glossary. */
function bannedPhrases(): string[] {
  const glossary = readFileSync(join(repository, 'docs/glossary.md'), 'utf8')
  const [, section = ''] = glossary.split('## Words to avoid\n')
  const cells = [...section.matchAll(/^\| ([^|]+) \|/gm)].slice(1).map(([, cell = '']) => cell)
  return cells.flatMap((cell) => cell.split(',')).map((phrase) => phrase.trim())
}

const banned = new RegExp(String.raw`\b(${bannedPhrases().join('|')})\b`, 'i')

/** Every string and template of a source that holds words, not just a name. */
function textsIn(path: string, source: string): string[] {
  const texts: string[] = []
  const keep = (text: string): unknown => /\S\s+\S/.test(text) && texts.push(text)
  new Visitor({
    Literal: ({ value }) => typeof value === 'string' && keep(value),
    TemplateLiteral: ({ quasis }) => keep(quasis.map(({ value }) => value.cooked).join('…')),
    JSXText: ({ value }) => keep(value),
  }).visit(parseSync(path, source).program)
  return texts
}

const bannedIn = (path: string, source: string): string[] =>
  textsIn(path, source)
    .filter((text) => banned.test(text))
    .map((text) => `${path}: “${banned.exec(text)?.[0]}” in “${text.trim()}”`)

const isSource = (path: string): boolean => /\.tsx?$/.test(path) && !path.includes('.test.')

describe('plain words', () => {
  it('knows the words that the glossary bans', () => {
    expect(bannedPhrases()).toContain('nobody')
    expect(bannedPhrases().length).toBeGreaterThan(20)
  })

  it('finds a banned word in a string, in a template and on a page', () => {
    expect(bannedIn('a.ts', "export const a = 'Nobody has told it'")).toHaveLength(1)
    expect(bannedIn('a.ts', 'export const a = (b: string) => `${b} goes on`')).toHaveLength(1)
    expect(bannedIn('a.tsx', 'export const a = <p>It was told so</p>')).toHaveLength(1)
    expect(bannedIn('a.ts', "// told\nexport const told = 'agent.told'")).toEqual([])
  })

  it.each(['src/web', 'src/cli', 'src/core', 'src/host', 'src/contracts', 'src/client'])(
    'stand in %s',
    (folder) => {
      const paths = readdirSync(join(repository, folder), { recursive: true, encoding: 'utf8' })
        .filter(isSource)
        .map((path) => join(folder, path))
      expect(paths.length).toBeGreaterThan(3)
      const found = paths.flatMap((path) =>
        bannedIn(path, readFileSync(join(repository, path), 'utf8')),
      )
      expect(found).toEqual([])
    },
  )
})
