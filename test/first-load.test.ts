import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'

const PAGE = fileURLToPath(new URL('../dist/web/', import.meta.url))
const MAX_BYTES = 250_000

const scriptsNamed = (text: string, names: RegExp): string[] =>
  [...text.matchAll(names)].map(([, name = '']) => name)

/** The scripts, and all that the browser must load before it can run them. */
function withImports(scripts: string[]): Set<string> {
  const all = new Set(scripts)
  for (const name of all) {
    const code = readFileSync(join(PAGE, 'assets', name), 'utf8')
    for (const other of scriptsNamed(code, /(?:from|import)"\.\/([^"]+\.js)"/g)) all.add(other)
  }
  return all
}

describe('what the page loads first', () => {
  it.each(['en', 'ja'])('is at most 250 KB of compressed JavaScript: %s', (language) => {
    const html = readFileSync(join(PAGE, 'index.html'), 'utf8')
    const words = readdirSync(join(PAGE, 'assets')).filter((name) =>
      new RegExp(`^${language}-.*[.]js$`).test(name),
    )
    expect(words).toHaveLength(1)
    const first = scriptsNamed(html, /(?:src|href)="\/assets\/([^"]+\.js)"/g)
    expect(first.length).toBeGreaterThan(0)
    const bytes = [...withImports([...first, ...words])].reduce(
      (sum, name) => sum + gzipSync(readFileSync(join(PAGE, 'assets', name))).length,
      0,
    )
    expect(bytes).toBeLessThanOrEqual(MAX_BYTES)
  })
})

it('no part of the page brings the library of the schemas, which wants to compile code', () => {
  const assets = readdirSync(join(PAGE, 'assets')).filter((name) => name.endsWith('.js'))
  const withIt = assets.filter((name) =>
    readFileSync(join(PAGE, 'assets', name), 'utf8').includes('invalid_type'),
  )
  expect(withIt).toEqual([])
})
