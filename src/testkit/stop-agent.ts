import type { AgentId } from '../contracts/ids.ts'
import { agentIdsOnDisk } from '../host/agents/folder/agents-on-disk.ts'
import { cgroupsIn } from '../host/agents/process/cgroups/agent-cgroup.ts'
import { findCgroupHome } from '../host/agents/process/cgroups/cgroup-home.ts'
import { stopTree } from '../host/agents/process/stop-tree.ts'
import { errnoOf } from '../host/files/errno.ts'
import type { ProjectFolders } from '../host/project/folders.ts'

/** Kills whatever is left of an agent; its host may be dead. */
export const stopAgent = async (agentId: AgentId): Promise<void> => {
  const home = findCgroupHome()
  const own = home === null ? [] : cgroupsIn(home).filter((group) => group.agentId === agentId)
  const cgroup = own[0]?.cgroup
  await stopTree({ agentId, leader: null, cgroup, graceMs: 0 })
}

export async function stopAgentsOf(folders: ProjectFolders): Promise<void> {
  for (const agentId of agentsOf(folders)) await stopAgent(agentId)
}

/** Empty if a test has replaced the folder with something else. */
export function agentsOf(folders: ProjectFolders): AgentId[] {
  try {
    return agentIdsOnDisk(folders)
  } catch (error) {
    if (errnoOf(error) !== 'ENOTDIR') throw error
    return []
  }
}
