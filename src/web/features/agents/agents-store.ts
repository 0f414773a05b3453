import { create } from 'zustand'
import type { AgentInfo } from '../../../contracts/launch/agent.ts'
import type { AgentId, ProjectId } from '../../../contracts/ids.ts'
import { itemKey } from '../../../contracts/work-item.ts'
import { callProject, type Refusal } from '../../app/live.ts'
import { isAtWork } from './agent-list.ts'

interface AgentsState {
  project: ProjectId | null
  isLoaded: boolean
  agents: ReadonlyMap<AgentId, AgentInfo>
  /** Running agents, by the key of their item. */
  working: ReadonlyMap<string, AgentInfo>
  /** Resolves to why it failed, or null. */
  load(project: ProjectId): Promise<Refusal | null>
  put(agents: AgentInfo[]): void
}

/** The agents of the project on screen, oldest first. */
export const useAgents = create<AgentsState>()((set, get) => ({
  project: null,
  isLoaded: false,
  ...withWorking(new Map()),
  async load(project) {
    if (get().project !== project) set({ project, isLoaded: false, ...withWorking(new Map()) })
    const reply = await callProject(project, 'agents', {})
    if (!reply.ok) return reply.error
    if (get().project !== project) return null
    // The list must not undo an end that was reported while it was loading.
    const reported = get().agents
    const agents = reply.value.map((agent) => {
      const known = reported.get(agent.agentId)
      return known?.endedAt ? known : agent
    })
    set({ isLoaded: true, ...withWorking(new Map(agents.map((agent) => [agent.agentId, agent]))) })
    return null
  },
  put(changed) {
    const agents = new Map(get().agents)
    for (const agent of changed) agents.set(agent.agentId, agent)
    set(withWorking(agents))
  },
}))

function withWorking(agents: Map<AgentId, AgentInfo>): Pick<AgentsState, 'agents' | 'working'> {
  const working = new Map<string, AgentInfo>()
  for (const agent of agents.values()) if (isAtWork(agent)) working.set(itemKey(agent.item), agent)
  return { agents, working }
}
