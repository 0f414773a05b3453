import type { Host as ProjectHost, HostParts } from './host.ts'
import { ProjectSet, type ProjectSetOptions } from './project/project-set.ts'

export type Host = ProjectHost

export interface HostOptions extends HostParts {
  /** If omitted, the host creates its own set and closes it together with itself. */
  projects?: ProjectSet
}

/** A process that serves any number of projects. */
export interface Serving {
  projects: ProjectSet
  /** The host of the project that the process was started with. */
  host: Host | null
}

export async function openProjectSet(options: ProjectSetOptions): Promise<ProjectSet> {
  const projects = new ProjectSet(options)
  await projects.listen()
  return projects
}

/** Becomes the only host of a project; null when another process already is. */
export async function openHost({ projects, ...parts }: HostOptions): Promise<Host | null> {
  if (projects) return projects.take(parts)
  const own = new ProjectSet(parts)
  return orClosed(own, () => own.take(parts, true))
}

/** For a long-running process: opens this project first, and may open others later. */
export async function openServing(parts: HostParts, ports: number[]): Promise<Serving | null> {
  const projects = new ProjectSet({ env: parts.env, ports })
  const host = await orClosed(projects, () => projects.take(parts))
  return host && { projects, host }
}

async function orClosed<T>(projects: ProjectSet, open: () => Promise<T>): Promise<T> {
  try {
    return await open()
  } catch (error) {
    await projects.close()
    throw error
  }
}
