// Bundles the programs into dist: a command starts with a few files instead of hundreds, and the
// package needs none of the libraries that are in them.
import { chmodSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { rolldown } from 'rolldown'
import { root, run } from '../run.mjs'
import { writeNotices } from './third-party.mjs'

const PROGRAMS = ['cli/main', 'simulated-agent/main', 'agent-bridge/main', 'fleet/worker/guardian']
const OF_FLEET = /\/src\/(fleet|cli\/fleet|cli\/commands\/fleet)\//
const dist = join(root, 'dist')

mkdirSync(dist, { recursive: true })
for (const name of readdirSync(dist))
  if (name !== 'web') rmSync(join(dist, name), { recursive: true })

const small = await bundle(PROGRAMS, {
  format: 'esm',
  entryFileNames: '[name].js',
  chunkFileNames: 'chunks/[name]-[hash].js',
})
// One script, which can be kept compiled; its modules are still run when they are first needed.
// What a fleet needs is apart: its libraries may not be there.
const whole = await bundle(['cli/program'], {
  format: 'cjs',
  entryFileNames: '[name].cjs',
  chunkFileNames: ({ moduleIds }) =>
    `chunks/${moduleIds.some((id) => id.endsWith('/cli/program.ts')) ? 'program' : '[name]-[hash]'}.cjs`,
  strictExecutionOrder: true,
  codeSplitting: {
    groups: [{ name: 'program', test: (id) => !OF_FLEET.test(id) }],
    includeDependenciesRecursively: false,
  },
})
writeAsAscii(join(dist, 'chunks', 'program.cjs'))
chmodSync(join(dist, 'cli', 'main.js'), 0o755)
writeNotices(join(dist, 'THIRD-PARTY.md'), [...small, ...whole])
const compile = [join(root, 'scripts', 'build', 'compile.mjs')]
// Without it commands start slower, and that is all.
if ((await run(process.execPath, compile, { stdio: 'ignore' })) !== 0)
  console.error('setup: the program could not be compiled ahead')

async function bundle(names, options) {
  const build = await rolldown({
    input: Object.fromEntries(names.map((name) => [name, join(root, 'src', `${name}.ts`)])),
    platform: 'node',
    // The binary for this kind of computer is a package of its own; these are where a build from
    // source would leave one.
    // A fleet's database is the person's choice: one-machine mode never loads what speaks with it.
    external: [/\/watcher\.node$/, 'pg', 'pg-boss', 'prom-client'],
    preserveEntrySignatures: 'allow-extension',
    checks: { ineffectiveDynamicImport: false },
  })
  const { output } = await build.write({ dir: dist, ...options })
  await build.close()
  return output
}

/** Read as it is: to decode two megabytes of text takes as long as the rest of a short command. */
function writeAsAscii(file) {
  const code = readFileSync(file, 'utf8')
  if (/(?<!\\)(?:\\\\)*\\[^\0-\x7F]/.test(code))
    throw new Error(`${file}: a backslash before a character to escape`)
  const escaped = code.replaceAll(
    /[^\0-\x7F]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
  writeFileSync(file, escaped)
}
