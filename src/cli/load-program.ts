import { existsSync, readFileSync } from 'node:fs'
import nodeModule, { createRequire } from 'node:module'
import { homedir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { cachedDataVersionTag } from 'node:v8'
import { constants, Script } from 'node:vm'

/**
 * Nearly all of the program is one script. The build leaves V8's code cache beside it, because
 * compiling takes half of a command's start. With another V8 the script is compiled anew, and newer
 * versions of Node cache the result.
 */
export function loadProgram(dist = dirname(dirname(fileURLToPath(import.meta.url)))): void {
  const script = join(dist, 'chunks', 'program.cjs')
  const compiled = compiledFile(script)
  if (existsSync(compiled)) runScript(script, readFileSync(compiled))
  else enableCodeCache()
  createRequire(script)('../cli/program.cjs')
}

/** The tag is part of the name: V8 refuses a cache of another version or with other options. */
export const compiledFile = (script: string): string =>
  script.replace(/\.cjs$/, `-${cachedDataVersionTag()}.bin`)

/** Loads a script like `require`, which cannot use cached code. */
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

function enableCodeCache(): void {
  const cache = process.env['XDG_CACHE_HOME'] || join(process.env['HOME'] || homedir(), '.cache')
  const { enableCompileCache } = nodeModule as { enableCompileCache?: (folder: string) => unknown }
  enableCompileCache?.(join(cache, 'sdd-orchestrator', 'code'))
}
