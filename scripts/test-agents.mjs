// The tests that drive the real agent CLIs against the scripted model: `npm run test:agents`, or
// with the names of some CLIs. If a CLI cannot be installed, its tests are left out, which is a
// failure only if CI=true. `--report=FILE` writes vitest's JSON report there.
import './node-version.mjs'
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { CLI_NAMES, installCli } from './installs/agent-clis.mjs'
import { root, run } from './run.mjs'

const options = process.argv.slice(2).filter((word) => word.startsWith('--'))
const names = process.argv.slice(2).filter((word) => !word.startsWith('--'))
const wanted = names.length > 0 ? names : CLI_NAMES
const report = options.find((option) => option.startsWith('--report='))?.slice('--report='.length)
const unknown = wanted.filter((name) => !CLI_NAMES.includes(name))
if (unknown.length > 0) {
  console.error(`no agent CLI ${unknown.join(', ')}; there are ${CLI_NAMES.join(', ')}`)
  process.exit(2)
}

/** Which CLIs a test file needs. */
const NEEDS = {
  claude: ['claude'],
  codex: ['codex'],
  gemini: ['gemini'],
  opencode: ['opencode'],
  'acp-adapters': ['claude-agent-acp', 'codex-acp'],
  limits: ['claude', 'codex'],
  'cross-agent': ['claude', 'codex', 'opencode'],
}

const built = await run(process.execPath, [join(root, 'scripts', 'setup.mjs')])
if (built !== 0) process.exit(built)
const ready = []
for (const name of wanted) {
  const problem = await installCli(name)
  if (problem === null) ready.push(name)
  else console.error(`agents: ${name} is not tested: ${problem}`)
}
const missing = wanted.length - ready.length
const files = Object.keys(NEEDS)
  .filter((file) => NEEDS[file].every((name) => ready.includes(name)))
  .map((file) => `test/agents/${file}.test.ts`)
const tested = files.length === 0 ? 0 : await runTests(files)
process.exitCode = missing > 0 && process.env.CI === 'true' ? 1 : tested

function runTests(testFiles) {
  const reporters =
    report === undefined
      ? []
      : ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
  const vitest = join(root, 'node_modules', '.bin', 'vitest')
  const args = ['run', '--config', 'vitest.agents.config.ts', ...reporters, ...testFiles]
  const [command, ...inside] = [...loopbackOnly(), vitest, ...args]
  return run(command, inside)
}

/** A network of its own in which only loopback exists, so that no CLI can call home. */
function loopbackOnly() {
  const unshare = process.getuid?.() === 0 ? ['unshare', '-n'] : ['unshare', '-rn']
  const upAndRun = ['sh', '-c', 'ip link set lo up && exec "$@"', 'loopback']
  const [command, ...args] = [...unshare, ...upAndRun, 'true']
  const trial = spawnSync(command, args, { encoding: 'utf8' })
  if (trial.status === 0) return [...unshare, ...upAndRun]
  const why = trial.error?.message ?? trial.stderr.trim()
  console.error(`agents: no network of their own for the CLIs (${why}); they see this machine's`)
  return []
}
