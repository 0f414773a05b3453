import { join } from 'node:path'
import type { calls as FloorCalls } from './floor-side.ts'
import type { calls as HostCalls } from './host-side.ts'
import { Worker, workFolder } from './worker.ts'

export const roles = {
  floor: () => import('./floor-side.ts'),
  host: () => import('./host-side.ts'),
}

interface Sides {
  floor: Worker<typeof FloorCalls>
  host: Worker<typeof HostCalls>
}

/** A bare process and a host, each with its own project of `specs` specs. */
export async function withBothSides(
  specs: number,
  measure: (sides: Sides) => Promise<void>,
  { inGit = false }: { inGit?: boolean } = {},
): Promise<{ host: number; floor: number }> {
  const dir = join(workFolder(), inGit ? 'in-git' : 'plain')
  const floor = await Worker.start<typeof FloorCalls>('floor')
  const host = await Worker.start<typeof HostCalls>('host')
  await floor.call('open', { dir: join(dir, 'floor'), specs, inGit })
  await host.call('open', { dir: join(dir, 'host'), specs, inGit })
  await measure({ floor, host })
  await host.call('close', undefined)
  return { host: await host.close(), floor: await floor.close() }
}
