// Bundles the programs into dist: a command starts with a few files instead of hundreds, and the
// package needs none of the libraries that are in them.
import { chmodSync, mkdirSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { rolldown } from 'rolldown'
import { root } from '../run.mjs'
import { writeNotices } from './third-party.mjs'

const PROGRAMS = ['cli/main', 'simulated-agent/main', 'agent-bridge/main', 'fleet/worker/guardian']
const dist = join(root, 'dist')

const bundle = await rolldown({
  input: Object.fromEntries(PROGRAMS.map((name) => [name, join(root, 'src', `${name}.ts`)])),
  platform: 'node',
  // The binary for this kind of computer is a package of its own; these are where a build from
  // source would leave one.
  // A fleet's database is the person's choice: one-machine mode never loads what speaks with it.
  external: [/\/watcher\.node$/, 'pg', 'pg-boss', 'prom-client'],
})
mkdirSync(dist, { recursive: true })
for (const name of readdirSync(dist))
  if (name !== 'web') rmSync(join(dist, name), { recursive: true })
const { output } = await bundle.write({
  dir: dist,
  format: 'esm',
  entryFileNames: '[name].js',
  chunkFileNames: 'chunks/[name]-[hash].js',
})
await bundle.close()
chmodSync(join(dist, 'cli', 'main.js'), 0o755)
writeNotices(join(dist, 'THIRD-PARTY.md'), output)
