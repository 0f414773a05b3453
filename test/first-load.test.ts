import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { expect, it } from 'vitest'

const PAGE = fileURLToPath(new URL('../dist/web/', import.meta.url))
const MAX_BYTES = 250_000

it('what the page loads first is at most 250 KB of compressed JavaScript', () => {
  const html = readFileSync(join(PAGE, 'index.html'), 'utf8')
  const scripts = new Set(
    [...html.matchAll(/(?:src|href)="\/([^"]+\.js)"/g)].map(([, path]) => path),
  )
  expect(scripts.size).toBeGreaterThan(0)
  const sizes = [...scripts].map((path) => gzipSync(readFileSync(join(PAGE, path ?? ''))).length)
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(MAX_BYTES)
})

it('no part of the page brings the library of the schemas, which wants to compile code', () => {
  const assets = readdirSync(join(PAGE, 'assets')).filter((name) => name.endsWith('.js'))
  const withIt = assets.filter((name) =>
    readFileSync(join(PAGE, 'assets', name), 'utf8').includes('invalid_type'),
  )
  expect(withIt).toEqual([])
})
