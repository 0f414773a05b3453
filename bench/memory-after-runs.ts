import { once } from 'node:events'
import { spawn, type ChildProcess } from 'node:child_process'
import { mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { WebSocket } from 'ws'
import { HostClient } from '../src/client/host-client.ts'
import { specNamed } from '../src/contracts/work-item.ts'
import { foldersOf } from '../src/host/project/folders.ts'
import { readHostAddress } from '../src/host/project/host-lock.ts'
import { createMockCli } from '../src/testkit/mock-cli/mock-cli.ts'
import { option, rowOf, type Row } from './parts/row.ts'
import { play, workFolder } from './parts/worker.ts'

/** The CLI as it is installed, built by `npm run build`. */
const CLI = fileURLToPath(new URL('../../../dist/cli/main.js', import.meta.url))

/** The memory that `sdd serve` keeps after many runs (`--board=N` specs) and some rest. */
await play({}, async (): Promise<Row[]> => {
  const specs = option('board', 5000)
  const runs = option('runs', 200)
  const restMs = option('rest', 60) * 1000
  const dir = workFolder()
  const project = join(dir, 'project')
  mkdirSync(project)
  const { writeManySpecs } = await import('./parts/many-specs.ts')
  await writeManySpecs(project, specs)
  const mock = createMockCli(join(dir, 'mock')).env
  const env = { PATH: process.env['PATH'], HOME: join(dir, 'home'), ...mock }
  const bare = spawn(process.execPath, ['-e', 'setInterval(() => undefined, 1000)'])
  const host = spawn(process.execPath, [CLI, 'serve', '--no-open', '--project', project], {
    env,
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  process.on('exit', () => [bare, host].forEach((child) => child.kill('SIGKILL')))
  await once(host.stdout ?? host, 'data')
  const address = readHostAddress(foldersOf(project, env))
  if (address === null) throw new Error('the host is not there')
  const client = await HostClient.connect(address, { WebSocket })
  await client.call('board', {})
  const atStart = rssMb(host)
  const failures = await runAll(client, runs)
  const afterRuns = rssMb(host)
  await pause(restMs)
  const figure = [rssMb(host)]
  const floor = [rssMb(bare)]
  client.close()
  for (const child of [bare, host]) child.kill('SIGINT')
  if (host.exitCode === null) await once(host, 'exit')
  return [
    rowOf({
      name: `host of ${specs} specs after ${runs} runs and ${restMs / 1000} s of rest`,
      unit: 'MB',
      figure,
      floor,
      target: { p50: 250 },
      failures,
      peakRssMb: { host: Math.max(atStart, afterRuns, ...figure) },
      notes: { 'with all rows': atStart, 'right after the runs': afterRuns },
    }),
  ]
})

async function runAll(client: HostClient, runs: number): Promise<number> {
  let left = runs
  let failures = 0
  const allSettled = new Promise<void>((resolve) => {
    client.subscribe((event) => {
      if (event.type !== 'settled') return
      if (event.result.status !== 'completed') failures++
      if (--left === 0) resolve()
    })
  })
  for (let index = 0; index < runs; index++) {
    const item = specNamed(`fresh-${index}`)
    await client.call('create', { item, description: 'A feature', language: 'en' })
    const begun = await client.call('start', { item, go: [], nogo: [] })
    if (!begun.ok) throw new Error(JSON.stringify(begun.error))
  }
  await allSettled
  return failures
}

function rssMb({ pid }: ChildProcess): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  return Math.round(Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1] ?? Number.NaN) / 1024)
}
