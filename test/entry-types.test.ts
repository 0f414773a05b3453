import { execFile } from 'node:child_process'
import { cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, it } from 'vitest'

const repository = fileURLToPath(new URL('..', import.meta.url))
const COPIED = ['src/contracts', 'src/core', 'src/web', 'src/client', 'tsconfig.base.json']

let world = ''
let complaints = ''
beforeAll(async () => {
  world = await mkdtemp(join(tmpdir(), 'sdd-entry-types-'))
  await Promise.all(
    COPIED.map((name) => cp(join(repository, name), join(world, name), { recursive: true })),
  )
  await cp(join(repository, 'package.json'), join(world, 'package.json'))
  await symlink(join(repository, 'node_modules'), join(world, 'node_modules'))
  await addEntryType('planted.type')
  complaints = `${await check('src/core')}${await check('src/web/i18n')}`
})
afterAll(() => rm(world, { recursive: true, force: true }))

/** Adds an entry type that no other source knows. */
async function addEntryType(type: string): Promise<void> {
  const file = join(world, 'src/contracts/journal.ts')
  const source = await readFile(file, 'utf8')
  const first = "  entry('spec.created',"
  expect(source).toContain(first)
  await writeFile(file, source.replace(first, `  entry('${type}', {}),\n${first}`))
}

/** The output of tsc for a folder and everything it imports. */
async function check(folder: string): Promise<string> {
  const config = join(world, 'tsconfig.json')
  const options = {
    extends: './tsconfig.base.json',
    compilerOptions: {
      composite: false,
      noEmit: true,
      rewriteRelativeImportExtensions: false,
      allowImportingTsExtensions: true,
      module: 'esnext',
      moduleResolution: 'bundler',
      jsx: 'react-jsx',
      lib: ['es2023', 'dom', 'dom.iterable'],
    },
    include: [folder],
    exclude: ['**/*.test.ts'],
  }
  await writeFile(config, JSON.stringify(options))
  const tsc = join(repository, 'node_modules/.bin/tsc')
  return new Promise((done) => {
    execFile(tsc, ['-p', config, '--pretty', 'false'], { cwd: world }, (_error, out) => done(out))
  })
}

it.each([
  ['the table of entry types (level, toast, person, message)', 'src/core/journal/entry-table.ts'],
  ['the state', 'src/core/state/evolve.ts'],
  ['the words in English', 'src/web/i18n/en/item/journal.ts'],
  ['the words in Japanese', 'src/web/i18n/ja/item/journal.ts'],
])('a new type of journal entry does not compile without %s', (_what, file) => {
  expect(complaints).toMatch(new RegExp(`^${file}\\(.*planted\\.type`, 'm'))
})
