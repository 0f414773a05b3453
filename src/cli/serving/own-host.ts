import { openWorkspace, type Host } from '../../host/main.ts'
import { prepareRuntime, type ProjectFolders } from '../../host/project/folders.ts'
import { takeHostLock } from '../../host/project/host-lock.ts'
import type { Settings } from '../../host/settings.ts'
import type { Workspace } from '../../host/workspace.ts'

interface Wanted {
  folders: ProjectFolders
  settings: Settings
  env: NodeJS.ProcessEnv
  ports: number[]
}

export interface OwnHost {
  workspace: Workspace
  /** Null without a project. */
  host: Host | null
}

/**
 * Makes this process the host of the project; null when another one is. The lock comes before the
 * port: of many that wait to take over, only the one that does may take the port of the dead host.
 */
export async function takeProject({ ports, ...parts }: Wanted): Promise<OwnHost | null> {
  const { folders, env } = parts
  prepareRuntime(folders)
  const lock = takeHostLock(folders)
  if (lock === null) return null
  let workspace: Workspace
  try {
    workspace = await openWorkspace({ env, ports })
  } catch (error) {
    lock.release()
    throw error
  }
  const host = workspace.add(parts, lock)
  return { workspace, host }
}
