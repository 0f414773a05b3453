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
  /** Null while the agent works. */
  outcome: AgentOutcome | null
  /** The open question to the user; a change is reported when it appears and when it is gone. */
  question: AgentQuestion | null
}

export type AgentStatusListener = (change: AgentStatusChange) => void

/** Every listener gets every change once, and all get them in the same order. */
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

  /** A listener may start an agent: that change waits until this one has reached everyone. */
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
    // A listener added during delivery gets only later changes.
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
