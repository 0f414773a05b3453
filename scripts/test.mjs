// Every gate, up to the first that fails. `--only=GATE` runs a single one; whatever else is given
// goes to vitest.
import './node-version.mjs'
import { closeSync, existsSync, mkdirSync, openSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { findChromium, findHeadless, installScreen } from './installs/chromium.mjs'
import { withLock } from './lock.mjs'
import { removeMemoryTemp, useMemoryTemp, withoutMemoryTemp } from './memory-temp.mjs'
import { root, run, runTool, setupLock } from './run.mjs'

const cache = join(root, '.cache')
const reports = {
  unit: reportOf('unit'),
  browser: reportOf('browser'),
  agents: reportOf('agents'),
  fleet: reportOf('fleet'),
}
const options = process.argv.slice(2)
const only = valueOf('only')
/** We pass this option to the processes in which gates run in parallel. */
const lane = valueOf('lane')?.split(',')
const forVitest = options.filter((option) => !/^--(only|lane)=/.test(option))

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
  build: buildProduct,
  format: () => runTool('oxfmt', ['--check', '.']),
  lint: () => runTool('oxlint', LINTED),
  // The build has already checked the product; this checks the rest.
  types: () => withLock(setupLock, () => runTool('tsc', ['-b'])),
  'dead-code': () => runTool('knip', ['--no-progress']),
  unit: () => runTests('unit', 'vitest.config.ts'),
  browser: runBrowserTests,
  agents: runAgentTests,
  fleet: runFleetTests,
}

/**
 * Stages run one after another, the lanes of a stage in parallel. Those of the last stage wait for
 * programs and leases at different times: together they keep the cores busy.
 */
const STAGES = [
  [['install']],
  [['build'], ['format', 'lint']],
  [['types'], ['dead-code']],
  [['unit'], ['agents', 'browser'], ['fleet']],
]

if (only !== undefined && !(only in gates)) {
  console.error(`--only takes one of: ${Object.keys(gates).join(', ')}`)
  process.exit(2)
}

mkdirSync(cache, { recursive: true })
if (lane === undefined) await runEverything()
else process.exitCode = (await firstFailure(lane)) === null ? 0 : 1

async function runEverything() {
  for (const report of Object.values(reports)) rmSync(report, { force: true })
  useMemoryTemp()
  const failedGate = await firstFailedStage(selectedStages())
  removeMemoryTemp()
  const { passed, failed } = count()
  // A gate before the tests, or a test file that cannot be loaded, fails without a failed test.
  const failures = failedGate === null ? failed : Math.max(failed, 1)
  if (failedGate !== null) console.error(`\ngate failed: ${failedGate}`)
  console.log(`${passed} passed, ${failures} failed`)
  process.exitCode = failures === 0 ? 0 : 1
}

function selectedStages() {
  if (only === undefined) return STAGES
  const names = only in reports ? ['install', 'build', only] : [...new Set(['install', only])]
  return names.map((name) => [[name]])
}

async function firstFailedStage(stages) {
  for (const [first, ...others] of stages) {
    const beside = others.map(runBeside)
    const ends = [await firstFailure(first), ...(await Promise.all(beside))]
    const failed = ends.find((name) => name !== null)
    if (failed !== undefined) return failed
  }
  return null
}

async function firstFailure(names) {
  for (const name of names) {
    console.log(`gate: ${name}`)
    const code = await gates[name]()
    if (code !== 0) return name
  }
  return null
}

/** Runs a lane in a process of its own; its output is shown when it has ended. */
async function runBeside(names) {
  const file = join(cache, `gates-${names.join('-')}.txt`)
  const output = openSync(file, 'w')
  const program = fileURLToPath(import.meta.url)
  const args = [program, `--lane=${names.join(',')}`, ...forVitest]
  const code = await run(process.execPath, args, { stdio: ['ignore', output, output] })
  closeSync(output)
  const printed = readFileSync(file, 'utf8')
  console.log(printed)
  if (code === 0) return null
  // A lane that dies before its first line has begun no gate.
  return names.findLast((name) => printed.includes(`gate: ${name}\n`)) ?? names[0]
}

/** Tests load what has just been compiled (`test/compiled-product.ts`). */
function buildProduct() {
  process.env.SDD_COMPILED = '1'
  return setup()
}

function runTests(name, config) {
  const reporters = ['--reporter=default', '--reporter=json']
  const output = `--outputFile.json=${reports[name]}`
  const vitest = join(root, 'node_modules', '.bin', 'vitest')
  const args = ['run', '--config', config, ...reporters, output, ...forVitest]
  return run(vitest, args, { env: withoutCertificates() })
}

/** Node 20 reads these at every start (40 ms of CPU); tests only call this computer. */
function withoutCertificates() {
  const { NODE_EXTRA_CA_CERTS: _, ...env } = process.env
  return env
}

async function runBrowserTests() {
  const chromium = await findChromium()
  if (chromium === null) return 1
  process.env.SDD_HEADLESS = await findHeadless(chromium)
  process.env.SDD_CHROMIUM = chromium
  await installScreen()
  return runTests('browser', 'vitest.browser.config.ts')
}

/** The other CLIs take seconds to start; `npm run test:agents` has them all. */
function runAgentTests() {
  const program = join(root, 'scripts', 'test-agents.mjs')
  const args = [program, 'claude', 'codex', `--report=${reports.agents}`]
  return run(process.execPath, args, { env: withoutMemoryTemp(process.env) })
}

function runFleetTests() {
  const program = join(root, 'scripts', 'test-fleet.mjs')
  const width = lane === undefined ? [] : ['--maxWorkers=2']
  return run(process.execPath, [program, `--report=${reports.fleet}`, ...width, ...forVitest])
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

function valueOf(name) {
  return options.find((option) => option.startsWith(`--${name}=`))?.slice(`--${name}=`.length)
}

function reportOf(name) {
  return join(cache, `vitest-${name}.json`)
}
