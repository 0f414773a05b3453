import { itemKey } from '../../../contracts/work-item.ts'
import type { SpecStatus } from '../../../contracts/views/status.ts'
import { HostGone } from '../../../client/host-gone.ts'
import type { ProjectFolders } from '../../../host/project/folders.ts'
import { reachLive } from '../../serve/host-access.ts'

/** Adds what is being done right now, which only a live host knows, to running items. */
export async function addNow(folders: ProjectFolders, statuses: SpecStatus[]): Promise<void> {
  const running = statuses.filter(({ run }) => run.status === 'running')
  const [first] = running
  if (first === undefined) return
  const access = await reachLive(folders)
  if (access === null) return
  try {
    const { kind } = first.item
    const item = statuses.length === 1 ? first.item : null
    const reply = await access.api.call('status', { item, kind })
    const known = new Map(reply.ok ? reply.value.map((one) => [itemKey(one.item), one.now]) : [])
    for (const status of running) status.now = known.get(itemKey(status.item)) ?? null
  } catch (error) {
    if (!(error instanceof HostGone)) throw error
  } finally {
    await access.close()
  }
}
