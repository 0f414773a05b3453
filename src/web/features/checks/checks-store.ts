import { create } from 'zustand'
import type { ProjectId } from '../../../contracts/ids.ts'
import type { ChecksView, NewCheck, SuggestionsView } from '../../../contracts/views/checks-view.ts'
import { callProject, type Refusal } from '../../app/live.ts'
import { useTrust } from '../inbox/trust-store.ts'
import { currentProject } from '../projects/projects-store.ts'

interface ChecksState {
  project: ProjectId | null
  view: ChecksView | null
  suggestions: SuggestionsView | null
  /** Resolves to why it failed, or null. */
  load(): Promise<Refusal | null>
  add(check: NewCheck): Promise<Refusal | null>
  remove(name: string): Promise<Refusal | null>
}

/** The commands that verify the code, and what the repository suggests. */
export const useChecks = create<ChecksState>()((set, get) => ({
  project: null,
  view: null,
  suggestions: null,
  async load() {
    const project = currentProject()
    if (get().project !== project) set({ project, view: null, suggestions: null })
    const [view, suggestions] = await Promise.all([
      callProject(project, 'checks', {}),
      callProject(project, 'suggestChecks', {}),
    ])
    if (get().project !== project) return null
    if (!view.ok) return view.error
    if (!suggestions.ok) return suggestions.error
    set({ view: view.value, suggestions: suggestions.value })
    return null
  },
  async add(check) {
    const reply = await callProject(currentProject(), 'addCheck', { check })
    return reply.ok ? afterChange() : reply.error
  },
  async remove(name) {
    const reply = await callProject(currentProject(), 'removeCheck', { name })
    return reply.ok ? afterChange() : reply.error
  },
}))

/** Adding a check also trusts it; the remaining ones may still need trust. */
function afterChange(): Promise<Refusal | null> {
  void useTrust.getState().load()
  return useChecks.getState().load()
}
