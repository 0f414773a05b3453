import { openProjectSet, type Host } from '../../host/main.ts'
import { prepareRuntime, type ProjectFolders } from '../../host/project/folders.ts'
import { takeHostLock } from '../../host/project/host-lock.ts'
import type { Settings } from '../../host/config/settings.ts'
import type { ProjectSet } from '../../host/project/project-set.ts'

interface OwnHostOptions {
  folders: ProjectFolders
  settings: Settings
  env: NodeJS.ProcessEnv
  ports: number[]
}

export interface OwnHost {
  projects: ProjectSet
  /** Null without a project. */
  host: Host | null
}

/**
 * Makes this process the host of the project; null when another one is. The lock comes before the
 * port: of many that wait to take over, only the one that does may take the port of the dead host.
 */
export async function takeProject({ ports, ...parts }: OwnHostOptions): Promise<OwnHost | null> {
  const { folders, env } = parts
  prepareRuntime(folders)
  const lock = takeHostLock(folders)
  if (lock === null) return null
  let projects: ProjectSet
  try {
    projects = await openProjectSet({ env, ports })
  } catch (error) {
    lock.release()
    throw error
  }
  const host = projects.add(parts, lock)
  return { projects, host }
}
