// Every gate in order, stopping at the first that fails. `--only=GATE` runs a single one;
// whatever else is given goes to vitest.
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { withLock } from './lock.mjs'
import { root, run, runTool, setupLock } from './run.mjs'

const report = join(root, '.cache', 'vitest.json')
const options = process.argv.slice(2)
const only = options.find((option) => option.startsWith('--only='))?.slice('--only='.length)
const forVitest = options.filter((option) => !option.startsWith('--only='))

const setup = (...args) => run(process.execPath, [join(root, 'scripts', 'setup.mjs'), ...args])

const gates = {
  install: () => setup('--install'),
  format: () => runTool('oxfmt', ['--check', '.']),
  lint: () => runTool('oxlint', ['src', 'test', 'bench', 'scripts', 'vitest.config.ts']),
  types: () => withLock(setupLock, () => runTool('tsc', ['-b'])),
  build: () => setup(),
  'dead-code': () => runTool('knip', ['--no-progress']),
  unit: runTests,
}

if (only !== undefined && !(only in gates)) {
  console.error(`--only takes one of: ${Object.keys(gates).join(', ')}`)
  process.exit(2)
}

rmSync(report, { force: true })
const failedGate = await firstFailure(selectedGates())
const { passed, failed } = count()
// A gate before the tests, or a test file that could not even be loaded, fails without a failed test.
const failures = failedGate === null ? failed : Math.max(failed, 1)
if (failedGate !== null) console.error(`\ngate failed: ${failedGate}`)
console.log(`${passed} passed, ${failures} failed`)
process.exitCode = failures === 0 ? 0 : 1

function selectedGates() {
  if (only === undefined) return Object.keys(gates)
  return only === 'unit' ? ['install', 'build', 'unit'] : [...new Set(['install', only])]
}

async function firstFailure(names) {
  for (const name of names) {
    console.log(`gate: ${name}`)
    const code = await gates[name]()
    if (code !== 0) return name
  }
  return null
}

function runTests() {
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
  return runTool('vitest', ['run', ...reporters, ...forVitest])
}

function count() {
  if (!existsSync(report)) return { passed: 0, failed: 0 }
  const { numPassedTests, numFailedTests } = JSON.parse(readFileSync(report, 'utf8'))
  return { passed: numPassedTests, failed: numFailedTests }
}
