import { specNamed } from '../src/contracts/work-item.ts'
import { statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { readHostAddress } from '../src/host/project/host-lock.ts'
import { RESULT_LINE } from '../src/testkit/worlds/agent-world.ts'
import { roles as sides } from './parts/both-sides.ts'
import type { calls as HostCalls } from './parts/host-side.ts'
import type { calls as ClientCalls } from './parts/log-client.ts'
import type { calls as FloorCalls } from './parts/log-floor.ts'
import { option, repeat, rowOf } from './parts/row.ts'
import { writeStream } from './parts/stream-lines.ts'
import { play, Worker, workFolder } from './parts/worker.ts'

const RUNS = 6

const roles = {
  host: sides.host,
  floor: () => import('./parts/log-floor.ts'),
  client: () => import('./parts/log-client.ts'),
}

/** One agent's output through its log file, the host and a client (`--mb=N`). */
await play(roles, async () => {
  const dir = workFolder()
  const path = join(dir, 'stream.jsonl')
  const lines = writeStream(path, option('mb', 50) * 1024 * 1024)
  const megabytes = statSync(path).size / 1024 / 1024
  const floor = await Worker.start<typeof FloorCalls>('floor')
  const host = await Worker.start<typeof HostCalls>('host')
  const client = await Worker.start<typeof ClientCalls>('client')
  await floor.call('open', { path })
  const command = catProgram(dir, path)
  const { lockDir } = await host.call('open', { dir: join(dir, 'host'), specs: RUNS, command })
  const address = readHostAddress({ lockDir })
  if (address === null) throw new Error('the host has no address')
  const speeds = { floor: [] as number[], ours: [] as number[] }
  let lost = 0
  let disordered = 0
  await repeat({ times: RUNS, withinMs: 20_000 }, async (index) => {
    const bareMs = await floor.call('parse', undefined)
    const item = specNamed(`feature-000${index}`)
    const run = await client.call('follow', { address, item, lines })
    lost += run.lost
    disordered += run.disordered
    if (index === 0) return
    speeds.floor.push((megabytes / bareMs) * 1000)
    speeds.ours.push((megabytes / run.ms) * 1000)
  })
  await host.call('close', undefined)
  await floor.close()
  return [
    rowOf({
      name: `${Math.round(megabytes)} MB of stream-json to a client`,
      unit: 'MB/s',
      figure: speeds.ours,
      floor: speeds.floor,
      target: { atLeast: 0.25 },
      failures: lost + disordered,
      peakRssMb: { host: await host.close(), client: await client.close() },
      notes: { lines, lost, 'out of order': disordered },
    }),
  ]
})

function catProgram(dir: string, path: string): string {
  const program = join(dir, 'cat-agent')
  const script = [
    '#!/bin/sh',
    `cat '${path}'`,
    `echo '${RESULT_LINE}'`,
    'echo "The service shall answer." >"$SDD_SPEC_DIR/requirements.md"',
  ]
  writeFileSync(program, `${script.join('\n')}\n`, { mode: 0o755 })
  return program
}
