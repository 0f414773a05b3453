// The tests of the fleet, against a real PostgreSQL, on the Node that it needs: `npm run test:fleet`,
// or with the names of some files. `--report=FILE` writes vitest's JSON report there.
import './node-version.mjs'
import { join } from 'node:path'
import { fleetNode, installFleetTools } from './fleet-tools.mjs'
import { root, run } from './run.mjs'

const options = process.argv.slice(2)
const report = options.find((option) => option.startsWith('--report='))?.slice('--report='.length)
const files = options.filter((option) => !option.startsWith('--report='))

const problem = await installFleetTools()
if (problem === null) process.exitCode = await runTests()
else {
  console.error(`fleet: not tested: ${problem}`)
  process.exitCode = process.env.CI === 'true' ? 1 : 0
}

function runTests() {
  const reporters =
    report === undefined
      ? []
      : ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
  const vitest = join(root, 'node_modules', 'vitest', 'vitest.mjs')
  const args = ['run', '--config', 'vitest.fleet.config.ts', ...reporters, ...files]
  return run(fleetNode, [vitest, ...args])
}
