import { cgroupsIn, removeCgroup } from '../host/agents/process/cgroups/agent-cgroup.ts'
import { findCgroupHome } from '../host/agents/process/cgroups/cgroup-home.ts'
import type { ProjectFolders } from '../host/project/folders.ts'
import { agentsOf } from './stop-agent.ts'

/**
 * Removes the cgroups left by agents of a project whose host is dead or closed. Nobody else would
 * once the project is deleted, and every host that starts later looks at all of them.
 */
export function removeCgroups(folders: ProjectFolders): void {
  const own: ReadonlySet<string> = new Set(agentsOf(folders))
  const home = own.size === 0 ? null : findCgroupHome()
  if (home === null) return
  for (const { cgroup, agentId } of cgroupsIn(home)) if (own.has(agentId)) removeCgroup(cgroup)
}
