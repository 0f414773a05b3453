import type { AgentInfo } from '../../contracts/agent.ts'
import type { UsageSum } from '../../contracts/board.ts'
import type { AgentId } from '../../contracts/ids.ts'
import { byStart } from './agent-info.ts'
import { listFromDisk } from './agents-on-disk.ts'
import type { Drivers } from './driver.ts'

interface OfFeature {
  agents: Map<AgentId, AgentInfo>
  /** Null until somebody asks for it again. */
  sum: UsageSum | null
}

/** Every agent that has run here, this host's and earlier ones'; read from the disk once. */
export class AgentHistory {
  readonly #runtimeDir: string
  readonly #drivers: Drivers
  readonly #features = new Map<string, OfFeature>()
  #loading: Promise<void> | null = null

  constructor(runtimeDir: string, drivers: Drivers) {
    this.#runtimeDir = runtimeDir
    this.#drivers = drivers
  }

  load(): Promise<void> {
    this.#loading ??= this.#load()
    return this.#loading
  }

  note(agent: AgentInfo): void {
    if (this.#loading !== null) this.#put(agent)
  }

  forget({ feature, agentId }: AgentInfo): void {
    this.#features.get(feature)?.agents.delete(agentId)
  }

  /** Oldest first. */
  newest(count: number): AgentInfo[] {
    const all = [...this.#features.values()].flatMap(({ agents }) => [...agents.values()])
    return all.toSorted(byStart).slice(-count)
  }

  usageOf(feature: string): UsageSum {
    const known = this.#features.get(feature)
    if (known === undefined) return { tokens: null, costUsd: null }
    known.sum ??= sumOf(known.agents.values())
    return known.sum
  }

  #put(agent: AgentInfo): void {
    const known = this.#features.get(agent.feature) ?? { agents: new Map(), sum: null }
    known.agents.set(agent.agentId, agent)
    known.sum = null
    this.#features.set(agent.feature, known)
  }

  async #load(): Promise<void> {
    for (const agent of await listFromDisk(this.#runtimeDir, this.#drivers))
      // What this host has told meanwhile is newer.
      if (!this.#features.get(agent.feature)?.agents.has(agent.agentId)) this.#put(agent)
  }
}

function sumOf(agents: Iterable<AgentInfo>): UsageSum {
  let tokens: number | null = null
  let costUsd: number | null = null
  for (const { usage } of agents) {
    if (usage === null) continue
    tokens = (tokens ?? 0) + usage.inputTokens + usage.outputTokens
    if (usage.costUsd !== undefined) costUsd = (costUsd ?? 0) + usage.costUsd
  }
  return { tokens, costUsd }
}
