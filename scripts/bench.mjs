// Compiles the benchmarks with the sources they use into .cache/bench, laid out like the
// repository, and runs each in its own process: `npm run bench`, or `npm run bench -- NAME…`; `ui`
// stands for all whose name begins with `ui-`. `--strict` ends with 1 if a target is missed;
// `--specs=N` makes the fleet smaller.
import { fork, spawnSync } from 'node:child_process'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { cpus, loadavg, totalmem } from 'node:os'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { preparePages } from './bench/bench-pages.mjs'
import { printTable } from './bench/bench-table.mjs'
import { root, runTool } from './run.mjs'

const out = join(root, '.cache', 'bench')
const results = join(root, '.cache', 'bench-results.json')
const timeoutMs = 300_000
const changeAttributes = 'chattr'
const order =
  'cli-start hand-off run fleet fleet-steps fleet-logs fleet-memory log tasks status first-rows memory-after-runs ui-load ui-memory ui-filter ui-log ui-disk ui-clients agent-overhead'.split(
    ' ',
  )

const code = await runTool('tsc', ['-p', 'bench/tsconfig.run.json'])
if (code !== 0) process.exit(code)
linkWhatIsNotCompiled()

const options = process.argv.slice(2).filter((word) => word.startsWith('--'))
const wanted = process.argv.slice(2).filter((word) => !word.startsWith('--'))
const known = readdirSync(join(root, 'bench'))
  .filter((file) => file.endsWith('.ts'))
  .map((file) => file.slice(0, -'.ts'.length))
  .toSorted((a, b) => order.indexOf(a) - order.indexOf(b))
const matches = (word) => (name) => name === word || name.startsWith(`${word}-`)
const unknown = wanted.filter((word) => !known.some(matches(word)))
if (unknown.length > 0) {
  console.error(`no benchmark ${unknown.join(', ')}; there are ${known.join(', ')}`)
  process.exit(2)
}

const chosen = known.filter(
  (name) => wanted.length === 0 || wanted.some((word) => matches(word)(name)),
)
const needsPages = chosen.some((name) => name.startsWith('ui-'))
if (needsPages && !(await preparePages(out))) process.exit(1)

// Fleet benchmarks need a newer Node and PostgreSQL; both are installed when one is chosen.
const needsFleet = (name) => name.startsWith('fleet-')
const tools = chosen.some(needsFleet) ? await fleetTools() : null

const rows = []
for (const name of chosen) {
  process.stderr.write(`bench: ${name}\n`)
  const begin = performance.now()
  const found = await measure(name)
  process.stderr.write(`bench: ${name} took ${((performance.now() - begin) / 1000).toFixed(1)} s\n`)
  for (const row of found) rows.push({ bench: name, ...row })
}
const machine = { node: process.version, cpus: cpus().length, memory: totalmem(), load: loadavg() }
writeFileSync(results, `${JSON.stringify({ at: new Date(), machine, rows }, null, 2)}\n`)
printTable(rows)
const missed = rows.filter((row) => !row.pass)
console.log(`${rows.length - missed.length} of ${rows.length} targets reached; figures: ${results}`)
process.exitCode = options.includes('--strict') && missed.length > 0 ? 1 : 0

/** The rows that a benchmark sends, or one failed row if it crashes or takes too long. */
function measure(name) {
  const folder = workFolder()
  const program = join(out, 'bench', `${name}.js`)
  const env = { ...process.env, BENCH_DIR: folder }
  const fleet = needsFleet(name)
    ? { execPath: tools.node, env: { ...env, SDD_POSTGRES: tools.postgres } }
    : { env }
  const child = fork(program, options, fleet)
  const timer = setTimeout(() => child.kill('SIGKILL'), timeoutMs)
  let found = null
  child.on('message', (message) => (found = message))
  return new Promise((resolve) => {
    child.on('exit', (exitCode, signal) => {
      clearTimeout(timer)
      rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 })
      resolve(found ?? [{ name, pass: false, error: `ended with ${signal ?? exitCode}` }])
    })
  })
}

async function fleetTools() {
  const compiled = join(root, '.cache', 'compiled', 'fleet', 'demo', 'fleet-tools.js')
  const { fleetTools: installed } = await import(pathToFileURL(compiled).href)
  return installed(process.env)
}

/**
 * Not in /tmp, which may be in memory, where a sync costs nothing.
 * On ext4 without a journal a new file costs up to 0.7 ms where many were deleted within the last
 * minutes, by tests or an earlier run; `chattr +T` makes ext4 spread the folders over the disk.
 */
function workFolder() {
  const parent = join(root, '.cache', 'bench-work')
  mkdirSync(parent, { recursive: true })
  spawnSync(changeAttributes, ['+T', parent], { stdio: 'ignore' })
  return mkdtempSync(join(parent, 'run-'))
}

/** Files that the benchmarks look up relative to themselves. */
function linkWhatIsNotCompiled() {
  for (const name of ['prompts', 'src/testkit/mock-cli/mock-claude.sh', 'scripts']) {
    const link = join(out, name)
    if (existsSync(link) || !existsSync(join(root, name))) continue
    mkdirSync(dirname(link), { recursive: true })
    symlinkSync(join(root, name), link)
  }
}
