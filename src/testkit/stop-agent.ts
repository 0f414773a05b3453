import type { AgentId } from '../contracts/ids.ts'
import { cgroupsIn } from '../host/agents/process/cgroups/agent-cgroup.ts'
import { findCgroupHome } from '../host/agents/process/cgroups/cgroup-home.ts'
import { stopTree } from '../host/agents/process/stop-tree.ts'

/** Kills whatever is left of an agent; its host may be dead. */
export const stopAgent = async (agentId: AgentId): Promise<void> => {
  const home = findCgroupHome()
  const own = home === null ? [] : cgroupsIn(home).filter((group) => group.agentId === agentId)
  const cgroup = own[0]?.cgroup
  await stopTree({ agentId, leader: null, cgroup, graceMs: 0 })
}
