import { create } from 'zustand'
import type { ProjectId } from '../../../contracts/ids.ts'
import type { Hello, ProjectInfo } from '../../../contracts/rpc.ts'
import { callHost, type Refusal } from '../../app/live.ts'

interface ProjectsState {
  hello: Hello | null
  /** The project on screen. */
  current: ProjectId | null
  /** Resolves to why it failed, or null. */
  load(): Promise<Refusal | null>
  select(project: ProjectId): void
  /** Sets the project from the address before the host has answered. */
  expect(project: string | null): void
  open(dir: string): ReturnType<typeof callHost<'openProject'>>
  close(project: ProjectId): ReturnType<typeof callHost<'closeProject'>>
}

export const useProjects = create<ProjectsState>()((set, get) => ({
  hello: null,
  current: null,
  async load() {
    const reply = await callHost('hello', {})
    if (!reply.ok) return reply.error
    const { projects, current } = reply.value
    const isThere = (id: ProjectId | null) => projects.some((project) => project.id === id)
    const shown = get().current
    set({
      hello: reply.value,
      current: isThere(shown) ? shown : isThere(current) ? current : (projects[0]?.id ?? null),
    })
    return null
  },
  select: (project) => set({ current: project }),
  expect: (project) => set({ current: project as ProjectId | null }),
  open: (dir) => callHost('openProject', { dir }),
  close: (project) => callHost('closeProject', { project }),
}))

export const useProject = (): ProjectInfo | null =>
  useProjects(
    ({ hello, current }) => hello?.projects.find((project) => project.id === current) ?? null,
  )

/** Runs when another project comes on screen: for stores that belong to the one before. */
export function onProjectChange(act: () => void): void {
  useProjects.subscribe(({ current }, before) => {
    if (current !== before.current) act()
  })
}

/** Whether a reply about this project is still wanted. */
export const isCurrent = (project: ProjectId | null): boolean =>
  useProjects.getState().current === project

/** For store actions, which always mean the project on screen. */
export function currentProject(): ProjectId {
  const { current } = useProjects.getState()
  if (current === null) throw new Error('no project is open')
  return current
}
