import { setImmediate as nextTurn } from 'node:timers/promises'
import type { AgentId } from '../../../contracts/ids.ts'
import { processTable } from './process-table.ts'

/** How long an ended agent waits for others, so that one scan of all processes serves them. */
const TOGETHER_MS = 250
/** A single scan can miss a process in the middle of fork or exec. */
const LOOKS = 2

/**
 * Finds processes that carry the mark of an ended agent but are in neither its process group nor
 * its control group. Reading the environment of every process on the machine takes as long as a
 * launch, so agents that end at about the same time share one scan.
 */
export class SharedSweep {
  #waiting = new Set<AgentId>()
  #sweep: Promise<ReadonlySet<AgentId>> | null = null
  #begin: () => void = () => undefined
  #isHurried = false

  /** True if a process of the agent is alive. */
  async finds(agentId: AgentId): Promise<boolean> {
    this.#waiting.add(agentId)
    this.#sweep ??= this.#scanSoon()
    return (await this.#sweep).has(agentId)
  }

  /** Sweeps start without waiting for other agents until `ends` has resolved. */
  async hurry(ends: Promise<unknown>): Promise<void> {
    this.#isHurried = true
    this.#begin()
    await ends
    this.#isHurried = false
  }

  async #scanSoon(): Promise<ReadonlySet<AgentId>> {
    if (!this.#isHurried) await this.#waitForOthers()
    const agents = this.#waiting
    this.#waiting = new Set()
    this.#sweep = null
    this.#begin = () => undefined
    const found = new Set<AgentId>()
    for (let look = 0; look < LOOKS; look++) {
      await nextTurn()
      for (const agentId of processTable.agentsAlive(agents)) found.add(agentId)
    }
    return found
  }

  #waitForOthers(): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, TOGETHER_MS).unref()
      this.#begin = () => {
        clearTimeout(timer)
        resolve()
      }
    })
  }
}
