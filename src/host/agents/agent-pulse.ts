import type { AgentInfo } from '../../contracts/launch/agent.ts'
import type { AgentId } from '../../contracts/ids.ts'
import type { AgentRegistry } from './agent-registry.ts'

const BEAT_MS = 1000

/** While someone listens, reports usage and last output time of agents, once a second. */
export class AgentPulse {
  readonly #agents: AgentRegistry
  readonly #report: (agent: AgentInfo) => void
  readonly #reported = new Map<AgentId, string>()
  #listeners = 0
  #timer: NodeJS.Timeout | null = null

  constructor(agents: AgentRegistry, report: (agent: AgentInfo) => void) {
    this.#agents = agents
    this.#report = report
  }

  /** Returns a function that stops listening. */
  begin(): () => void {
    this.#listeners++
    this.#timer ??= setInterval(() => this.#beat(), BEAT_MS).unref()
    let isOver = false
    return () => {
      if (isOver) return
      isOver = true
      this.#listeners--
      if (this.#listeners === 0) this.close()
    }
  }

  close(): void {
    if (this.#timer !== null) clearInterval(this.#timer)
    this.#timer = null
    this.#reported.clear()
  }

  #beat(): void {
    const working = this.#agents.working()
    const present = new Set(working.map(({ agentId }) => agentId))
    for (const agentId of this.#reported.keys())
      if (!present.has(agentId)) this.#reported.delete(agentId)
    for (const agent of working) {
      const { agentId, usage, lastOutputAt } = agent
      const now = JSON.stringify([usage, lastOutputAt])
      const before = this.#reported.get(agentId) ?? NOTHING_YET
      this.#reported.set(agentId, now)
      if (now !== before) this.#report(agent)
    }
  }
}

const NOTHING_YET = JSON.stringify([null, null])
