import type { Host as ProjectHost, HostParts } from './host.ts'
import { ProjectSet, type ProjectSetOptions } from './project/project-set.ts'

export type Host = ProjectHost

export interface HostOptions extends HostParts {
  /** Without one the host makes its own, and closes it when it closes. */
  projects?: ProjectSet
}

/** A process that serves any number of projects. */
export interface Serving {
  projects: ProjectSet
  /** Of the project it began with. */
  host: Host | null
}

export async function openProjectSet(options: ProjectSetOptions): Promise<ProjectSet> {
  const projects = new ProjectSet(options)
  await projects.listen()
  return projects
}

/** The one live host of a project; null when another one is alive. */
export async function openHost({ projects, ...parts }: HostOptions): Promise<Host | null> {
  if (projects) return projects.take(parts)
  const own = new ProjectSet(parts)
  return orClosed(own, () => own.take(parts, true))
}

/** For a process that stays: it begins with this project, and may open others beside it. */
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
