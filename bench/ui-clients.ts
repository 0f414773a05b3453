import { readJournal } from '../src/host/journal/journal-lines.ts'
import { itemDirOf, type ProjectFolders } from '../src/host/project/folders.ts'
import { readHostAddress } from '../src/host/project/host-lock.ts'
import { specName } from './parts/specs.ts'
import { option, repeat, rowOf } from './parts/row.ts'
import type { calls as HostCalls } from './parts/ui/ui-fleet-host.ts'
import type { calls as FollowerCalls } from './parts/ui/ui-followers.ts'
import { play, Worker, workFolder } from './parts/worker.ts'

const ROUNDS = 5
const BATCH = 20

const roles = {
  host: () => import('./parts/ui/ui-fleet-host.ts'),
  followers: () => import('./parts/ui/ui-followers.ts'),
}

/** The host's CPU time for many open windows (`--clients=N`) while agents come and go. */
await play(roles, async () => {
  const clients = option('clients', 50)
  const host = await Worker.start<typeof HostCalls>('host')
  const followers = await Worker.start<typeof FollowerCalls>('followers')
  const folders = await host.call('open', { dir: workFolder(), specs: 2 * ROUNDS * BATCH })
  const address = readHostAddress(folders)
  if (address === null) throw new Error('the host has no address')
  const cpu = { floor: [] as number[], ours: [] as number[] }
  const wrong = { lost: 0, doubled: 0, fresh: 0, failures: 0 }
  let entries = 0
  await repeat({ times: ROUNDS, withinMs: 60_000 }, async (index) => {
    const alone = await fleet(host, 2 * index * BATCH)
    await followers.call('open', { address, count: clients })
    const watched = await fleet(host, (2 * index + 1) * BATCH)
    const written = entriesOf(folders, (2 * index + 1) * BATCH)
    const found = await followers.call('check', { settled: BATCH, entries: written })
    await followers.call('close', undefined)
    cpu.floor.push(alone.cpuMs)
    cpu.ours.push(watched.cpuMs)
    entries += Object.values(written).flat().length
    wrong.lost += found.lost
    wrong.doubled += found.doubled
    wrong.fresh += found.fresh
    wrong.failures += alone.failures + watched.failures
  })
  await host.call('close', undefined)
  const { lost, doubled, fresh, failures } = wrong
  return [
    rowOf({
      name: `CPU of the host, ${BATCH} runs, ${clients} clients against none`,
      unit: 'ms',
      figure: cpu.ours,
      floor: cpu.floor,
      target: { atMost: 2 },
      failures: lost + doubled + fresh + failures,
      peakRssMb: { host: await host.close(), followers: await followers.close() },
      notes: { 'entries a client': entries, lost, doubled, 'starts anew': fresh, failures },
    }),
  ]
})

async function fleet(
  host: Worker<typeof HostCalls>,
  from: number,
): Promise<{ cpuMs: number; failures: number }> {
  const before = await host.call('cpuMs', undefined)
  const { failures } = await host.call('fleet', { from, to: from + BATCH })
  return { cpuMs: (await host.call('cpuMs', undefined)) - before, failures }
}

/** Without the entries from before anyone listened. */
function entriesOf(folders: ProjectFolders, from: number): Record<string, number[]> {
  const items = Array.from({ length: BATCH }, (_, at) => specName(from + at))
  return Object.fromEntries(
    items.map((item) => {
      const { entries } = readJournal(itemDirOf(folders, item))
      return [
        item.name,
        entries.filter(({ type }) => type !== 'spec.created').map(({ seq }) => seq),
      ]
    }),
  )
}
