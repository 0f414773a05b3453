import { create } from 'zustand'
import type { SteeringDraft, SteeringView } from '../../../contracts/views/steering.ts'
import { callProject, type Refusal } from '../../app/live.ts'
import { currentProject, isCurrent, onProjectChange } from '../projects/projects-store.ts'

interface SteeringState {
  view: SteeringView | null
  load(): Promise<Refusal | null>
  accept(draft: SteeringDraft): Promise<Refusal | null>
}

/** The steering documents, and what an agent has proposed for them. */
export const useSteering = create<SteeringState>()((set, get) => ({
  view: null,
  async load() {
    const project = currentProject()
    const reply = await callProject(project, 'steering', {})
    if (!isCurrent(project)) return null
    if (!reply.ok) return reply.error
    set({ view: reply.value })
    return null
  },
  async accept({ name, version, proposed }) {
    if (proposed === null) return null
    const given = { name, text: proposed, base: version }
    const reply = await callProject(currentProject(), 'saveSteering', given)
    const failed = await get().load()
    return reply.ok ? failed : reply.error
  },
}))

onProjectChange(() => useSteering.setState({ view: null }))
