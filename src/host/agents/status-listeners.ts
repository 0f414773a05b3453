import type { WorkItem } from '../../contracts/work-item.ts'
import type {
  AgentOutcome,
  AgentQuestion,
  AgentStatus,
  LaunchKey,
} from '../../contracts/launch/agent.ts'

export type AgentStatusChange = {
  key: LaunchKey
  item: WorkItem
  status: AgentStatus
  /** Null as long as the agent works. */
  outcome: AgentOutcome | null
  /** What the agent waits for the user to answer; reported when it appears and when it goes. */
  question: AgentQuestion | null
}

export type AgentStatusListener = (change: AgentStatusChange) => void

/** Every listener gets every change once, in the same order as all others. */
export class StatusListeners {
  readonly #entries = new Set<{ listener: AgentStatusListener }>()
  readonly #pending: AgentStatusChange[] = []
  readonly #reportError: (error: unknown) => void
  #isDelivering = false

  constructor(reportError: (error: unknown) => void) {
    this.#reportError = reportError
  }

  add(listener: AgentStatusListener): () => void {
    const entry = { listener }
    this.#entries.add(entry)
    return () => {
      this.#entries.delete(entry)
    }
  }

  clear(): void {
    this.#entries.clear()
  }

  /** A listener may start the next agent: its change waits until this one has reached everyone. */
  emit(change: AgentStatusChange): void {
    this.#pending.push(change)
    if (this.#isDelivering) return
    this.#isDelivering = true
    for (let next = this.#pending.shift(); next !== undefined; next = this.#pending.shift()) {
      this.#deliver(next)
    }
    this.#isDelivering = false
  }

  #deliver(change: AgentStatusChange): void {
    // One that is added meanwhile has asked for what comes, not for this.
    const entries = Array.from(this.#entries)
    for (const entry of entries) {
      if (!this.#entries.has(entry)) continue
      try {
        entry.listener(change)
      } catch (error) {
        this.#reportError(error)
      }
    }
  }
}
