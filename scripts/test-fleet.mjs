// Tests the fleet against a real PostgreSQL, on the Node that it needs: `npm run test:fleet`, or
// with the names of some files. `--report=FILE` writes vitest's JSON report there.
import './node-version.mjs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { findChromium, findHeadless } from './installs/chromium.mjs'
import { root, run } from './run.mjs'

const options = process.argv.slice(2)
const report = options.find((option) => option.startsWith('--report='))?.slice('--report='.length)
const files = options.filter((option) => !option.startsWith('--report='))

const compiled = join(root, '.cache', 'compiled', 'fleet', 'demo', 'fleet-tools.js')
try {
  const { fleetTools } = await import(pathToFileURL(compiled).href)
  process.exitCode = await runTests(await fleetTools(process.env))
} catch (error) {
  console.error(`fleet: not tested: ${error.message}`)
  process.exitCode = process.env.CI === 'true' ? 1 : 0
}

async function runTests({ node, postgres }) {
  await run(node, [join(root, 'scripts', 'build', 'compile.mjs')], { stdio: 'ignore' })
  const chromium = await findChromium()
  if (chromium === null) return 1
  const reporters =
    report === undefined
      ? []
      : ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
  const vitest = join(root, 'node_modules', 'vitest', 'vitest.mjs')
  const args = ['run', '--config', 'vitest.fleet.config.ts', ...reporters, ...files]
  const env = {
    ...process.env,
    SDD_POSTGRES: postgres,
    SDD_HEADLESS: await findHeadless(chromium),
    SDD_CHROMIUM: chromium,
  }
  return run(node, [vitest, ...args], { env })
}
