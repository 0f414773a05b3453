import { dirname, join } from 'node:path'
import type { AgentInfo } from '../../contracts/launch/agent.ts'
import type { Drivers } from '../agents/drivers/driver.ts'
import { agentFolder } from '../agents/folder/agent-folder.ts'
import { agentIdsOnDisk } from '../agents/folder/agents-on-disk.ts'
import { removeOldAgents, removeOrphanedAgents } from '../agents/folder/retention.ts'
import { removeLeftovers, removeUnfinished } from '../files/leftovers.ts'
import { isLastOfOpenRun } from '../items/run-recovery.ts'
import type { FileJournals } from '../journal/file-journals.ts'
import { itemDirOf, listItems, type ProjectFolders } from '../project/folders.ts'
import { warn } from './warn.ts'

/** Delayed: a host that lives only for a moment has nothing to clean. */
const FIRST_MS = 2000
const REPEAT_MS = 24 * 60 * 60_000

interface CleaningParts {
  folders: ProjectFolders
  journals: FileJournals
  drivers: Drivers
  now: () => Date
  retentionDays: () => number
  removed: (agent: AgentInfo) => void
}

/** Removes old agents and leftovers of killed processes, soon after the start and every day. */
export class Cleaning {
  readonly #parts: CleaningParts
  readonly #timers: NodeJS.Timeout[]

  constructor(parts: CleaningParts) {
    this.#parts = parts
    const clean = (): void => {
      this.#removeLeftovers().catch(warn)
      this.removeOldLogs().catch(warn)
    }
    this.#timers = [setTimeout(clean, FIRST_MS).unref(), setInterval(clean, REPEAT_MS).unref()]
  }

  stop(): void {
    for (const timer of this.#timers) clearTimeout(timer)
  }

  async removeOldLogs(): Promise<void> {
    const { folders, journals, drivers, now, retentionDays, removed } = this.#parts
    const kept = { runtime: folders, days: retentionDays(), now: now() }
    const isNeeded = (agent: AgentInfo): boolean => isLastOfOpenRun(journals, agent)
    for (const agent of await removeOldAgents({ ...kept, drivers, isNeeded })) removed(agent)
    await removeOrphanedAgents(kept)
  }

  /** A killed process may have left half a file beside each file that it was replacing. */
  async #removeLeftovers(): Promise<void> {
    const { folders } = this.#parts
    const { lockDir, runtimeDir } = folders
    const agents = agentIdsOnDisk(folders).map((agentId) => agentFolder(folders, agentId).path)
    const specs = listItems(folders).map((item) => itemDirOf(folders, item))
    removeUnfinished(join(runtimeDir, 'new'))
    await removeLeftovers([lockDir, dirname(dirname(lockDir)), runtimeDir, ...specs, ...agents])
  }
}
