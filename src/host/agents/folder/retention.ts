import { existsSync, lstatSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { AgentInfo } from '../../../contracts/launch/agent.ts'
import { namesIn, readPlainText, removeFolder } from '../../files/own-files.ts'
import { agentFolder, PROJECT_NOTE, type Runtime, shownAgentFolder } from './agent-folder.ts'
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
    const folder = shownAgentFolder(runtime, agentId)
    const stat = lstatSync(folder.path, { throwIfNoEntry: false })
    // Changes when a file is created in it: at the launch and, for most agents, at the end.
    if (stat === undefined || stat.mtimeMs >= oldest) continue
    await nextTurn()
    try {
      const agent = readFromDisk(folder, drivers)
      if (agent === null || agent.status === 'running' || isNeeded(agent)) continue
      removeFolder(folder.path)
      removeFolder(folder.temp)
      removed.push(agent)
    } catch (error) {
      // A folder that cannot be read or removed must not keep the others.
      warn(error)
    }
  }
  return removed
}

/** The same for projects that no longer exist: no host of theirs would ever do it. */
export async function removeOrphanedAgents({
  runtime,
  days,
  now,
}: Pick<RetentionOptions, 'runtime' | 'days' | 'now'>): Promise<void> {
  const all = dirname(runtime.agentsDir)
  const oldest = now.getTime() - days * DAY_MS
  for (const name of namesIn(all)) {
    const agentsDir = join(all, name)
    const project = readPlainText(join(agentsDir, PROJECT_NOTE))
    if (project === null || existsSync(project)) continue
    if ((lstatSync(agentsDir, { throwIfNoEntry: false })?.mtimeMs ?? oldest) >= oldest) continue
    await nextTurn()
    const gone = { ...runtime, agentsDir }
    for (const agentId of agentIdsOnDisk(gone)) removeFolder(agentFolder(gone, agentId).temp)
    removeFolder(agentsDir)
  }
}
