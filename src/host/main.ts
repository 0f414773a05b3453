import type { Host as ProjectHost, HostParts } from './host.ts'
import { prepareRuntime } from './project/folders.ts'
import { takeHostLock } from './project/host-lock.ts'
import { ProjectSet, type ProjectSetOptions } from './project/project-set.ts'

export type Host = ProjectHost

export interface HostOptions extends HostParts {
  /** Without one the host makes its own, and closes it when it closes. */
  projects?: ProjectSet
}

/** A process that serves any number of projects. Everything is put together from here. */
export const openProjectSet = (options: ProjectSetOptions): Promise<ProjectSet> =>
  ProjectSet.start(options)

/** The one live host of a project; null when another one is alive. */
export async function openHost(options: HostOptions): Promise<Host | null> {
  const { projects, ...parts } = options
  prepareRuntime(parts.folders)
  const lock = takeHostLock(parts.folders)
  if (lock === null) return null
  let own: ProjectSet | null = null
  try {
    own = projects ? null : await openProjectSet(parts)
    return (projects ?? own)?.add(parts, lock, own !== null) ?? null
  } catch (error) {
    await own?.close()
    lock.release()
    throw error
  }
}
