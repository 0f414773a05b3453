// Compiles the benchmarks with the sources they use into .cache/bench, laid out like the
// repository, and runs each, or only those named: `npm run bench -- NAME…`.
import { existsSync, readdirSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { root, run, runTool } from './run.mjs'

const out = join(root, '.cache', 'bench')
const code = await runTool('tsc', ['-p', 'bench/tsconfig.run.json'])
if (code !== 0) process.exit(code)

// Files the sources find by their own place in the package.
for (const name of ['package.json', 'prompts']) {
  const link = join(out, name)
  if (!existsSync(link) && existsSync(join(root, name))) symlinkSync(join(root, name), link)
}

const wanted = process.argv.slice(2)
const names = readdirSync(join(root, 'bench'))
  .filter((file) => file.endsWith('.ts'))
  .map((file) => file.slice(0, -'.ts'.length))
  .filter((name) => wanted.length === 0 || wanted.includes(name))

for (const name of names) {
  const failed = await run(process.execPath, [join(out, 'bench', `${name}.js`)])
  if (failed !== 0) process.exit(failed)
}
