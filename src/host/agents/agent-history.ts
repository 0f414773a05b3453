import type { AgentInfo } from '../../contracts/launch/agent.ts'
import type { AgentId } from '../../contracts/ids.ts'
import type { Runtime } from './folder/agent-folder.ts'
import { byStart } from './folder/agent-info.ts'
import { listFromDisk } from './folder/agents-on-disk.ts'
import type { Drivers } from './drivers/driver.ts'

/** All agents of this host and of earlier ones; the disk is read once. */
export class AgentHistory {
  readonly #runtime: Runtime
  readonly #drivers: Drivers
  readonly #agents = new Map<AgentId, AgentInfo>()
  #loading: Promise<void> | null = null

  constructor(runtime: Runtime, drivers: Drivers) {
    this.#runtime = runtime
    this.#drivers = drivers
  }

  load(): Promise<void> {
    this.#loading ??= this.#load().catch((error: unknown) => {
      this.#loading = null
      throw error
    })
    return this.#loading
  }

  note(agent: AgentInfo): void {
    if (this.#loading !== null) this.#agents.set(agent.agentId, agent)
  }

  forget({ agentId }: AgentInfo): void {
    this.#agents.delete(agentId)
  }

  /** Oldest first. */
  newest(count: number): AgentInfo[] {
    return [...this.#agents.values()].toSorted(byStart).slice(-count)
  }

  async #load(): Promise<void> {
    for (const agent of await listFromDisk(this.#runtime, this.#drivers))
      // What this host has noted in the meantime is newer.
      if (!this.#agents.has(agent.agentId)) this.#agents.set(agent.agentId, agent)
  }
}
