import { existsSync, readFileSync } from 'node:fs'
import nodeModule, { createRequire } from 'node:module'
import { homedir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { cachedDataVersionTag } from 'node:v8'
import { constants, Script } from 'node:vm'

/**
 * Nearly all of the program is one script. The build leaves beside it what V8 made of it, for the
 * V8 that it ran on: half of the start of a command is compiling. With another V8 it is compiled,
 * and newer versions of Node keep what they made.
 */
export function loadProgram(dist = dirname(dirname(fileURLToPath(import.meta.url)))): void {
  const script = join(dist, 'chunks', 'program.cjs')
  const compiled = compiledFile(script)
  if (existsSync(compiled)) runScript(script, readFileSync(compiled))
  else keepCompiled()
  createRequire(script)('../cli/program.cjs')
}

/** What another V8, or one with other options, has left would be refused. */
export const compiledFile = (script: string): string =>
  script.replace(/\.cjs$/, `-${cachedDataVersionTag()}.bin`)

/** As `require` would, which cannot be given what was compiled before. */
export function runScript(filename: string, cachedData?: Buffer): Script {
  const text = `(function (exports, require, module, __filename, __dirname) {${readFileSync(filename, 'latin1')}\n})`
  const importModuleDynamically = constants.USE_MAIN_CONTEXT_DEFAULT_LOADER
  const script = new Script(text, {
    filename,
    importModuleDynamically,
    ...(cachedData && { cachedData }),
  })
  const require = createRequire(filename)
  const module = new nodeModule.Module(filename)
  require.cache[filename] = module
  const run = script.runInThisContext() as (...given: unknown[]) => void
  run(module.exports, require, module, filename, dirname(filename))
  module.loaded = true
  return script
}

function keepCompiled(): void {
  const cache = process.env['XDG_CACHE_HOME'] || join(process.env['HOME'] || homedir(), '.cache')
  const { enableCompileCache } = nodeModule as { enableCompileCache?: (folder: string) => unknown }
  enableCompileCache?.(join(cache, 'sdd-orchestrator', 'code'))
}
