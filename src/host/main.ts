import type { Host as ProjectHost, HostParts } from './host.ts'
import { prepareRuntime } from './project/folders.ts'
import { takeHostLock } from './project/host-lock.ts'
import { Workspace, type WorkspaceOptions } from './workspace.ts'

export type Host = ProjectHost

export interface HostOptions extends HostParts {
  /** Without one the host makes its own, and closes it when it closes. */
  workspace?: Workspace
}

/** A process that serves any number of projects. Everything is put together from here. */
export const openWorkspace = (options: WorkspaceOptions): Promise<Workspace> =>
  Workspace.start(options)

/** The one live host of a project; null when another one is alive. */
export async function openHost(options: HostOptions): Promise<Host | null> {
  const { workspace, ...parts } = options
  prepareRuntime(parts.folders)
  const lock = takeHostLock(parts.folders)
  if (lock === null) return null
  let own: Workspace | null = null
  try {
    own = workspace ? null : await openWorkspace(parts)
    return (workspace ?? own)?.add(parts, lock, own !== null) ?? null
  } catch (error) {
    await own?.close()
    lock.release()
    throw error
  }
}
