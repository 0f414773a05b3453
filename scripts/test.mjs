// Every gate in order, stopping at the first that fails. `--only=GATE` runs a single one;
// whatever else is given goes to vitest.
import './node-version.mjs'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { findChromium, installScreen } from './installs/chromium.mjs'
import { withLock } from './lock.mjs'
import { root, run, runTool, setupLock } from './run.mjs'

const reports = {
  unit: reportOf('unit'),
  browser: reportOf('browser'),
  agents: reportOf('agents'),
  fleet: reportOf('fleet'),
}
const options = process.argv.slice(2)
const only = options.find((option) => option.startsWith('--only='))?.slice('--only='.length)
const forVitest = options.filter((option) => !option.startsWith('--only='))

const setup = (...args) => run(process.execPath, [join(root, 'scripts', 'setup.mjs'), ...args])

const CONFIGURATIONS = [
  'vitest.config.ts',
  'vitest.browser.config.ts',
  'vitest.agents.config.ts',
  'vitest.fleet.config.ts',
]
const LINTED = ['src', 'test', 'bench', 'scripts', 'desktop', ...CONFIGURATIONS]

const gates = {
  install: () => setup('--install'),
  format: () => runTool('oxfmt', ['--check', '.']),
  lint: () => runTool('oxlint', LINTED),
  build: () => setup(),
  // The build has compiled what it needs of it: this is the rest.
  types: () => withLock(setupLock, () => runTool('tsc', ['-b'])),
  'dead-code': () => runTool('knip', ['--no-progress']),
  unit: () => runTests('unit', 'vitest.config.ts'),
  browser: runBrowserTests,
  agents: runAgentTests,
  fleet: runFleetTests,
}

if (only !== undefined && !(only in gates)) {
  console.error(`--only takes one of: ${Object.keys(gates).join(', ')}`)
  process.exit(2)
}

for (const report of Object.values(reports)) rmSync(report, { force: true })
const failedGate = await firstFailure(selectedGates())
const { passed, failed } = count()
// A gate before the tests, or a test file that could not even be loaded, fails without a failed test.
const failures = failedGate === null ? failed : Math.max(failed, 1)
if (failedGate !== null) console.error(`\ngate failed: ${failedGate}`)
console.log(`${passed} passed, ${failures} failed`)
process.exitCode = failures === 0 ? 0 : 1

function selectedGates() {
  if (only === undefined) return Object.keys(gates)
  return only in reports ? ['install', 'build', only] : [...new Set(['install', only])]
}

async function firstFailure(names) {
  for (const name of names) {
    console.log(`gate: ${name}`)
    const code = await gates[name]()
    if (code !== 0) return name
  }
  return null
}

function runTests(name, config) {
  const reporters = ['--reporter=default', '--reporter=json']
  const output = `--outputFile.json=${reports[name]}`
  return runTool('vitest', ['run', '--config', config, ...reporters, output, ...forVitest])
}

async function runBrowserTests() {
  const chromium = await findChromium()
  if (chromium === null) return 1
  process.env.SDD_CHROMIUM = chromium
  await installScreen()
  return runTests('browser', 'vitest.browser.config.ts')
}

/** The others take seconds to start: `npm run test:agents` has them all. */
function runAgentTests() {
  const program = join(root, 'scripts', 'test-agents.mjs')
  return run(process.execPath, [program, 'claude', 'codex', `--report=${reports.agents}`])
}

function runFleetTests() {
  const program = join(root, 'scripts', 'test-fleet.mjs')
  return run(process.execPath, [program, `--report=${reports.fleet}`, ...forVitest])
}

function count() {
  const sum = { passed: 0, failed: 0 }
  for (const report of Object.values(reports)) {
    if (!existsSync(report)) continue
    const { numPassedTests, numFailedTests } = JSON.parse(readFileSync(report, 'utf8'))
    sum.passed += numPassedTests
    sum.failed += numFailedTests
  }
  return sum
}

function reportOf(name) {
  return join(root, '.cache', `vitest-${name}.json`)
}
