import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { BARE_DOCUMENTS, BARE_READER } from './parts/bare-reader.ts'
import { option, repeat, rowOf, type Row } from './parts/row.ts'
import { peakOfProcess, timeProcess } from './parts/timed-process.ts'
import { play, workFolder } from './parts/worker.ts'

const RUNS = 8
const WARM_UP = 1
const START_IN = 'BENCH_START_IN'
const MIXED = 1100
const MOST_MB = 120
/** The CLI as it is installed, built by `npm run build`. */
const CLI = fileURLToPath(new URL('../../../dist/cli/main.js', import.meta.url))

const specs = option('projects', 1000)
const startIn = process.env[START_IN]

/** How long people wait for an answer in a project of a thousand specs. */
if (startIn !== undefined) {
  const { startOnce } = await import('./parts/host-start.ts')
  await startOnce(startIn, specs)
} else await play({}, measure)

async function measure(): Promise<Row[]> {
  const dir = workFolder()
  const project = join(dir, 'project')
  mkdirSync(project)
  const { writeManySpecs } = await import('./parts/many-specs.ts')
  const notes = { ...(await writeManySpecs(project, specs)) }
  const reader = join(dir, 'bare-reader.cjs')
  writeFileSync(reader, BARE_READER)
  const floor = [reader, project]
  const start = [process.argv[1] ?? '', `--projects=${specs}`]
  const hostRow = await compare({
    dir,
    name: `host start with ${specs} specs`,
    floor,
    ours: start,
    notes,
    env: { [START_IN]: project, NODE_CHANNEL_FD: undefined },
  })
  if (!existsSync(CLI)) return [hostRow]
  const status = [CLI, 'status', '--json', '--project', project]
  const name = `sdd status with ${specs} specs`
  const common = { dir, floor, notes, ours: status }
  const again = { XDG_STATE_HOME: join(dir, 'state') }
  const first = (index: number) => ({ XDG_STATE_HOME: join(dir, `state-${index}`) })
  return [
    ...(await mixed(dir)),
    await compare({ ...common, name, env: again, target: { atMost: 3 } }),
    await compare({ ...common, name: `${name}, for the first time`, env: first }),
    hostRow,
  ]
}

/** The first and later looks at a repository with specs of five tools. */
async function mixed(dir: string): Promise<Row[]> {
  const project = join(dir, 'mixed')
  const { writeMixedSpecs } = await import('./parts/mixed-specs.ts')
  writeMixedSpecs(project, MIXED)
  const reader = join(dir, 'bare-documents.cjs')
  writeFileSync(reader, BARE_DOCUMENTS)
  const common = {
    dir,
    floor: [reader, project],
    ours: [CLI, 'status', '--json', '--project', project],
    notes: { specs: MIXED, formats: 5 },
    target: { p95: 1500 },
    mostMb: MOST_MB,
  }
  const name = `sdd status with ${MIXED} specs in mixed formats`
  const again = { XDG_STATE_HOME: join(dir, 'state-mixed') }
  const first = (index: number) => ({ XDG_STATE_HOME: join(dir, `state-mixed-${index}`) })
  return [
    await compare({ ...common, name, env: again }),
    await compare({ ...common, name: `${name}, for the first time`, env: first }),
  ]
}

interface Comparison {
  dir: string
  name: string
  floor: string[]
  ours: string[]
  env: NodeJS.ProcessEnv | ((index: number) => NodeJS.ProcessEnv)
  notes: Row['notes']
  target?: { atMost: number } | { p95: number }
  mostMb?: number
}

async function compare(comparison: Comparison): Promise<Row> {
  const { dir, name, floor, ours, env, notes, target = { atMost: 10 } } = comparison
  const times = { floor: [] as number[], ours: [] as number[] }
  const envOf = (index: number) => (typeof env === 'function' ? env(index) : env)
  await repeat({ times: RUNS + WARM_UP, withinMs: 15_000 }, async (index) => {
    const bareMs = await timeProcess(floor)
    const ms = await timeProcess(ours, envOf(index))
    if (index < WARM_UP) return
    times.floor.push(bareMs)
    times.ours.push(ms)
  })
  const peakRssMb = {
    ours: await peakOfProcess(dir, ours, envOf(-1)),
    floor: await peakOfProcess(dir, floor),
  }
  const failures = peakRssMb.ours > (comparison.mostMb ?? Infinity) ? 1 : 0
  const figures = { figure: times.ours, floor: times.floor }
  return rowOf({ name, unit: 'ms', ...figures, target, failures, peakRssMb, notes })
}
