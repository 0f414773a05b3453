import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'

const root = fileURLToPath(new URL('../..', import.meta.url))
const STATIC = /^(?:(?:const|let) \w+ = )?require\("([^"]+)"\)/gm
const LATER = /\(\) => require\("([^"]+)"\)/g
const LIBRARY = /^(pg|pg-boss|prom-client)$/

const importsOf = (file: string, pattern: RegExp): string[] =>
  [...readFileSync(file, 'utf8').matchAll(pattern)].flatMap(([, specifier]) => specifier ?? [])

/** The files that are loaded together with a file. */
function loadedWith(file: string, seen = new Set<string>()): Set<string> {
  if (seen.has(file)) return seen
  seen.add(file)
  for (const specifier of importsOf(file, STATIC))
    if (specifier.startsWith('.')) loadedWith(join(dirname(file), specifier), seen)
  return seen
}

const librariesOf = (files: Iterable<string>): string[] =>
  [...files].flatMap((file) => importsOf(file, STATIC)).filter((name) => LIBRARY.test(name))

/** The chunks that a command loads, at once or later. */
function reached(file: string, isFollowed: (chunk: string) => boolean): Set<string> {
  const all = new Set<string>()
  const open = [file]
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (all.has(next)) continue
    for (const loaded of loadedWith(next)) {
      all.add(loaded)
      for (const later of importsOf(loaded, LATER))
        if (later.startsWith('.') && isFollowed(later)) open.push(join(dirname(loaded), later))
    }
  }
  return all
}

it('F10 one-machine mode neither installs nor loads what a fleet needs', () => {
  const main = join(root, 'dist', 'cli', 'program.cjs')
  const isOfFleet = (chunk: string): boolean => /\/(coordinator|worker|fleet)[-.]/.test(chunk)
  expect(librariesOf(reached(main, (chunk) => !isOfFleet(chunk)))).toEqual([])
  // The same search finds them behind the fleet's commands.
  expect(librariesOf(reached(main, () => true))).toEqual(expect.arrayContaining(['pg', 'pg-boss']))
  const {
    dependencies = {},
    optionalDependencies,
    peerDependenciesMeta,
  } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as Record<
    string,
    Record<string, unknown>
  >
  const installed = Object.keys({ ...dependencies, ...optionalDependencies })
  expect(installed.filter((name) => LIBRARY.test(name))).toEqual([])
  expect(peerDependenciesMeta).toEqual({
    pg: { optional: true },
    'pg-boss': { optional: true },
    'prom-client': { optional: true },
  })
})
