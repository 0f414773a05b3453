import { create } from 'zustand'
import type { ProjectId } from '../../../contracts/ids.ts'
import type { TrustDecision, TrustFinding } from '../../../contracts/views/trust-view.ts'
import { callProject, type Refusal } from '../../app/live.ts'
import { useProjects } from '../projects/projects-store.ts'

interface TrustState {
  project: ProjectId | null
  /** Project files that take effect and that the user has not decided on. */
  undecided: TrustFinding[]
  load(): Promise<void>
  /** Decides on exactly the findings shown. */
  decide(decision: TrustDecision): Promise<Refusal | null>
}

export const useTrust = create<TrustState>()((set, get) => ({
  project: null,
  undecided: [],
  async load() {
    const { current } = useProjects.getState()
    if (get().project !== current) set({ project: current, undecided: [] })
    if (current === null) return
    const reply = await callProject(current, 'trust', {})
    if (reply.ok && get().project === current) set({ undecided: reply.value.undecided })
  },
  async decide(decision) {
    const { project, undecided } = get()
    if (project === null) return null
    const findings = undecided.map(({ id, digest }) => ({ id, digest }))
    const reply = await callProject(project, 'decideTrust', { decision, findings })
    if (!reply.ok) return reply.error
    if (get().project === project) set({ undecided: reply.value.undecided })
    return null
  },
}))
