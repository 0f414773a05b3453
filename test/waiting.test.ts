import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseSync, Visitor } from 'vite'
import { describe, expect, it } from 'vitest'

const root = fileURLToPath(new URL('..', import.meta.url))

/** Methods that return the current value, without waiting for the expected one. */
const READERS =
  /^(count|all|all(InnerTexts|TextContents)|innerText|textContent|innerHTML|getAttribute|inputValue|boundingBox|title|is(Visible|Hidden|Checked|Enabled|Disabled|Editable))$/

/** The places where a test reads from a page without waiting for the expected value. */
function hastyReads(path: string, source: string): string[] {
  const found: string[] = []
  new Visitor({
    AwaitExpression: ({ argument: call, start }) => {
      if (call.type !== 'CallExpression' || call.callee.type !== 'MemberExpression') return
      const { object, property } = call.callee
      if (object.type === 'Identifier' && object.name === 'Promise') return
      if (property.type !== 'Identifier' || !READERS.test(property.name)) return
      const line = source.slice(0, start).split('\n').length
      found.push(`${path}:${line} ${property.name}`)
    },
  }).visit(parseSync(path, source).program)
  return found
}

/** Files that implement the waiting. */
const WAITING = new Set([join('world', 'reading.ts')])

describe('tests of the page', () => {
  it('a read that does not wait is found, one that is polled is not', () => {
    expect(hastyReads('a.ts', 'expect(await page.locator("a").count()).toBe(0)')).toHaveLength(1)
    expect(hastyReads('a.ts', 'const n = (await a.b().innerText()).trim()')).toHaveLength(1)
    expect(hastyReads('a.ts', 'await expect.poll(() => a.count()).toBe(0)')).toEqual([])
    expect(hastyReads('a.ts', 'await a.waitFor(); await Promise.all([])')).toEqual([])
  })

  it('wait for what they read', () => {
    const folder = join(root, 'test', 'browser')
    const paths = readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((path) => path.endsWith('.ts') && !WAITING.has(path))
      .map((path) => join(folder, path))
    expect(paths.length).toBeGreaterThan(30)
    expect(paths.flatMap((path) => hastyReads(path, readFileSync(path, 'utf8')))).toEqual([])
  })
})
