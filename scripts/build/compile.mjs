// Writes V8's code cache beside the program, for the Node that runs this. Functions are compiled
// when they are first called, so it runs one spec with the simulated agent.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

const root = fileURLToPath(new URL('../..', import.meta.url))
const loader = join(root, '.cache', 'compiled', 'cli', 'load-program.js')
const { compiledFile, runScript } = await import(pathToFileURL(loader).href)

const program = join(root, 'dist', 'chunks', 'program.cjs')
const compiled = compiledFile(program)
const folder = mkdtempSync(join(tmpdir(), 'sdd-compile-'))
writeJson('project/.kiro/specs/login', 'spec.json', { feature_name: 'login' })
writeJson('home/.config/sdd-orchestrator', 'config.json', {
  agent: 'simulated',
  simulated: { fast: true },
})

process.chdir(join(folder, 'project'))
process.env = { PATH: process.env.PATH, HOME: join(folder, 'home') }
process.argv.splice(1, Infinity, program, 'run', 'login', '--json')
const script = runScript(program)
process.on('exit', (code) => {
  process.chdir(root)
  rmSync(folder, { recursive: true })
  if (code === 0) writeFileSync(compiled, script.createCachedData())
})
createRequire(program)('../cli/program.cjs')

function writeJson(path, name, content) {
  mkdirSync(join(folder, path), { recursive: true })
  writeFileSync(join(folder, path, name), JSON.stringify(content))
}
