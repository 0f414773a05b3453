// Bundles the programs into dist: a command then loads a few files instead of hundreds, and the
// package needs none of the bundled libraries.
import { chmodSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { rolldown } from 'rolldown'
import { root, run } from '../run.mjs'
import { writeNotices } from './third-party.mjs'

const PROGRAMS = ['cli/main', 'simulated-agent/main', 'agent-bridge/main', 'fleet/worker/guardian']
const FLEET_SOURCES = /\/src\/(fleet|cli\/fleet|cli\/commands\/fleet)\//
const dist = join(root, 'dist')

mkdirSync(dist, { recursive: true })
for (const name of readdirSync(dist))
  if (name !== 'web') rmSync(join(dist, name), { recursive: true })

const small = await bundle(PROGRAMS, {
  format: 'esm',
  entryFileNames: '[name].js',
  chunkFileNames: 'chunks/[name]-[hash].js',
})
// One script, so that its compiled code can be cached; modules still run when first needed.
// Fleet code is kept apart: its libraries may not be installed.
const whole = await bundle(['cli/program'], {
  format: 'cjs',
  entryFileNames: '[name].cjs',
  chunkFileNames: ({ moduleIds }) =>
    `chunks/${moduleIds.some((id) => id.endsWith('/cli/program.ts')) ? 'program' : '[name]-[hash]'}.cjs`,
  strictExecutionOrder: true,
  codeSplitting: {
    groups: [{ name: 'program', test: (id) => !FLEET_SOURCES.test(id) }],
    includeDependenciesRecursively: false,
  },
})
writeAsAscii(join(dist, 'chunks', 'program.cjs'))
chmodSync(join(dist, 'cli', 'main.js'), 0o755)
writeNotices(join(dist, 'THIRD-PARTY.md'), [...small, ...whole])
const compile = [join(root, 'scripts', 'build', 'compile.mjs')]
// A failure here only makes commands start slower.
if ((await run(process.execPath, compile, { stdio: 'ignore' })) !== 0)
  console.error('setup: the program could not be compiled ahead')

async function bundle(names, options) {
  const build = await rolldown({
    input: Object.fromEntries(names.map((name) => [name, join(root, 'src', `${name}.ts`)])),
    platform: 'node',
    // The watcher's binary is a package of its own; these paths are for builds from source.
    // Only a fleet loads the database and metrics packages, which are optional.
    external: [/\/watcher\.node$/, 'pg', 'pg-boss', 'prom-client'],
    preserveEntrySignatures: 'allow-extension',
    checks: { ineffectiveDynamicImport: false },
  })
  const { output } = await build.write({ dir: dist, ...options })
  await build.close()
  return output
}

/** ASCII needs no decoding; decoding 2 MB takes as long as the rest of a short command. */
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
