import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { repeat, rowOf, type Row } from './parts/row.ts'
import { peakOfProcess, timeProcess } from './parts/timed-process.ts'
import { play, workFolder } from './parts/worker.ts'

const RUNS = 25
const WARM_UP = 2
const SPECS = 10
const BARE_NODE = ['-e', '0']
/** The CLI as it is installed, built by `npm run build`. */
const CLI = fileURLToPath(new URL('../../../dist/cli/main.js', import.meta.url))

/** How long the shortest commands take, compared with a Node that does nothing. */
await play({}, measure)

async function measure(): Promise<Row[]> {
  const dir = workFolder()
  const project = join(dir, 'project')
  mkdirSync(project)
  const { writeManySpecs } = await import('./parts/many-specs.ts')
  await writeManySpecs(project, SPECS)
  const rows: Row[] = []
  for (const { name, args, atMost } of [
    { name: 'sdd --version', args: ['--version'], atMost: 60 / 26 },
    { name: 'sdd --help', args: ['--help'], atMost: 70 / 26 },
    {
      name: `sdd status of ${SPECS} specs`,
      args: ['status', '--project', project],
      atMost: 85 / 26,
    },
  ])
    rows.push(await compare(dir, { name, ours: [CLI, ...args], atMost }))
  return rows
}

async function compare(
  dir: string,
  { name, ours, atMost }: { name: string; ours: string[]; atMost: number },
): Promise<Row> {
  const figure: number[] = []
  const floor: number[] = []
  await repeat({ times: RUNS + WARM_UP, withinMs: 20_000 }, async (index) => {
    const bareMs = await timeProcess(BARE_NODE)
    const ms = await timeProcess(ours)
    if (index < WARM_UP) return
    floor.push(bareMs)
    figure.push(ms)
  })
  const target = { atMost: Math.round(atMost * 100) / 100 }
  const peakRssMb = {
    ours: await peakOfProcess(dir, ours),
    floor: await peakOfProcess(dir, BARE_NODE),
  }
  return rowOf({ name, unit: 'ms', figure, floor, target, peakRssMb })
}
