import { lstatSync } from 'node:fs'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { AgentInfo } from '../../../contracts/launch/agent.ts'
import { removeFolder } from '../../files/own-files.ts'
import { agentFolder, type Runtime } from './agent-folder.ts'
import { agentIdsOnDisk, readFromDisk } from './agents-on-disk.ts'
import { warn } from '../../upkeep/warn.ts'
import type { Drivers } from '../drivers/driver.ts'

const DAY_MS = 24 * 60 * 60_000

interface RetentionOptions {
  runtime: Runtime
  drivers: Drivers
  days: number
  now: Date
  /** True if a run still refers to the agent. */
  isNeeded: (agent: AgentInfo) => boolean
}

/** Removes the folders of agents that ended long ago; returns those agents. */
export async function removeOldAgents(options: RetentionOptions): Promise<AgentInfo[]> {
  const { runtime, drivers, days, now, isNeeded } = options
  const oldest = now.getTime() - days * DAY_MS
  const removed: AgentInfo[] = []
  for (const agentId of agentIdsOnDisk(runtime)) {
    const folder = agentFolder(runtime, agentId)
    const stat = lstatSync(folder.path, { throwIfNoEntry: false })
    // The last file created in the folder records the agent's end.
    if (stat === undefined || stat.mtimeMs >= oldest) continue
    await nextTurn()
    try {
      const agent = readFromDisk(folder, drivers)
      if (agent === null || agent.status === 'running' || isNeeded(agent)) continue
      removeFolder(folder.path)
      removed.push(agent)
    } catch (error) {
      // A folder that cannot be read or removed must not keep the others.
      warn(error)
    }
  }
  return removed
}
