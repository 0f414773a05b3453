import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { cgroupsIn, removeCgroup } from '../host/agents/process/cgroups/agent-cgroup.ts'
import { findCgroupHome } from '../host/agents/process/cgroups/cgroup-home.ts'

/**
 * Removes the cgroups left by agents of a project whose host is dead or closed. Nobody else would
 * once the project is deleted, and every host that starts later looks at all of them.
 */
export function removeCgroups(runtimeDir: string): void {
  const agents = join(runtimeDir, 'agents')
  // A test may have replaced the folder with something else.
  const isFolder = statSync(agents, { throwIfNoEntry: false })?.isDirectory() === true
  const own = new Set(isFolder ? readdirSync(agents) : [])
  const home = own.size === 0 ? null : findCgroupHome()
  if (home === null) return
  for (const { cgroup, agentId } of cgroupsIn(home)) if (own.has(agentId)) removeCgroup(cgroup)
}
