import { once } from 'node:events'
import { spawn, type ChildProcess } from 'node:child_process'
import { mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { TestBrowser } from '../test/browser/world/browser.ts'
import { option, rowOf, type Row } from './parts/row.ts'
import { play, workFolder } from './parts/worker.ts'

/** The CLI as it is installed, built by `npm run build`. */
const CLI = fileURLToPath(new URL('../../../dist/cli/main.js', import.meta.url))
const SETTLING_MS = 5000

/** The memory of `sdd serve` once a page shows its specs; `--rest=N` waits N more seconds. */
await play({}, async (): Promise<Row[]> => {
  const specs = option('board', 1000)
  const restMs = option('rest', 0) * 1000
  const dir = workFolder()
  const project = join(dir, 'project')
  mkdirSync(project)
  const { writeManySpecs } = await import('./parts/many-specs.ts')
  await writeManySpecs(project, specs)
  const env = { PATH: process.env['PATH'], HOME: join(dir, 'home') }
  const bare = spawn(process.execPath, ['-e', 'setInterval(() => undefined, 1000)'])
  const host = spawn(
    process.execPath,
    [CLI, 'serve', '--no-open', '--json', '--project', project],
    {
      env,
      stdio: ['ignore', 'pipe', 'ignore'],
    },
  )
  process.on('exit', () => [bare, host].forEach((child) => child.kill('SIGKILL')))
  const link = await linkOf(host)
  const served = rssMb(host)
  await using browser = await TestBrowser.launch()
  const { page, context } = await browser.seat()
  await page.goto(link)
  await page.waitForSelector('[role=row][data-key]')
  await pause(SETTLING_MS + restMs)
  const figure = [rssMb(host)]
  const floor = [rssMb(bare)]
  await context.close()
  host.stdout?.resume()
  for (const child of [bare, host]) child.kill('SIGINT')
  if (host.exitCode === null) await once(host, 'exit')
  return [
    rowOf({
      name: `host of ${specs} specs with a page, against a Node that does nothing`,
      unit: 'MB',
      figure,
      floor,
      target: { p50: specs > 1000 ? 250 : 130 },
      peakRssMb: { host: Math.max(served, ...figure) },
      notes: { 'before the page': served },
    }),
  ]
})

/** The link that it prints once it serves. */
async function linkOf(host: ChildProcess): Promise<string> {
  let text = ''
  for (;;) {
    const [chunk] = (await once(host.stdout ?? host, 'data')) as [Buffer]
    text += chunk.toString()
    const line = text.split('\n').find((one) => one.includes('"type":"serving"'))
    if (line !== undefined) return (JSON.parse(line) as { link: string }).link
  }
}

function rssMb({ pid }: ChildProcess): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  return Math.round(Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1] ?? Number.NaN) / 1024)
}
