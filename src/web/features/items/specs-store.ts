import { create } from 'zustand'
import type { BugRow, SpecRow } from '../../../contracts/views/board.ts'
import type { FeatureName, ProjectId } from '../../../contracts/ids.ts'
import { callProject, type Refusal } from '../../app/live.ts'
import { currentProject } from '../projects/projects-store.ts'

interface SpecsState {
  project: ProjectId | null
  isLoaded: boolean
  specs: ReadonlyMap<string, SpecRow>
  bugs: ReadonlyMap<string, BugRow>
  /** Why it failed, or null. */
  load(project: ProjectId): Promise<Refusal | null>
  /** Another host counts its versions from the start: whatever it sends is newer than these. */
  outdate(): void
  putSpecs(rows: SpecRow[]): void
  putBugs(rows: BugRow[]): void
  dropSpec(feature: string): void
  dropBug(bug: string): void
}

/** Every row of the project on screen, as the host last sent it. */
export const useSpecs = create<SpecsState>()((set, get) => ({
  project: null,
  isLoaded: false,
  specs: new Map(),
  bugs: new Map(),
  async load(project) {
    if (get().project !== project)
      set({ project, isLoaded: false, specs: new Map(), bugs: new Map() })
    const problem = get().isLoaded ? null : await fill(project, { first: SCREENFUL })
    return problem ?? fill(project, {})
  },
  outdate: () => set(({ specs, bugs }) => ({ specs: outdated(specs), bugs: outdated(bugs) })),
  putSpecs(rows) {
    const specs = new Map(get().specs)
    for (const row of rows) specs.set(row.feature, newer(specs.get(row.feature), row))
    set({ specs })
  },
  putBugs(rows) {
    const bugs = new Map(get().bugs)
    for (const row of rows) bugs.set(row.bug, newer(bugs.get(row.bug), row))
    set({ bugs })
  },
  dropSpec: (feature) => set({ specs: without(get().specs, feature) }),
  dropBug: (bug) => set({ bugs: without(get().bugs, bug) }),
}))

/** More than fit on a screen: they are shown before the rest of a thousand has arrived. */
const SCREENFUL = 60

async function fill(project: ProjectId, wanted: { first?: number }): Promise<Refusal | null> {
  const reply = await callProject(project, 'board', wanted)
  const kept = useSpecs.getState()
  if (!reply.ok) return reply.error
  if (kept.project !== project) return null
  const { specs, bugs } = reply.value
  // News may have overtaken the reply: of each row the newer one stays.
  useSpecs.setState({
    isLoaded: true,
    specs: new Map(specs.map((row) => [row.feature, newer(kept.specs.get(row.feature), row)])),
    bugs: new Map(bugs.map((row) => [row.bug, newer(kept.bugs.get(row.bug), row)])),
  })
  return null
}

export const useSpec = (feature: string): SpecRow | null =>
  useSpecs(({ specs }) => specs.get(feature) ?? null)

export const createSpec = (feature: FeatureName, description: string, language: string | null) =>
  callProject(currentProject(), 'create', { feature, description, language })

function newer<T extends { version: number }>(known: T | undefined, row: T): T {
  return known !== undefined && known.version > row.version ? known : row
}

function without<T>(rows: ReadonlyMap<string, T>, key: string): ReadonlyMap<string, T> {
  const rest = new Map(rows)
  rest.delete(key)
  return rest
}

const outdated = <T extends { version: number }>(
  rows: ReadonlyMap<string, T>,
): ReadonlyMap<string, T> => new Map([...rows].map(([key, row]) => [key, { ...row, version: 0 }]))
