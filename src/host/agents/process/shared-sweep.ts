import { setImmediate as nextTurn } from 'node:timers/promises'
import type { AgentId } from '../../../contracts/ids.ts'
import { processTable } from './process-table.ts'

/** How long an ended agent may wait for others: one scan of all processes serves them all. */
const TOGETHER_MS = 250
/** One look can miss a process in the middle of fork or exec. */
const LOOKS = 2

/**
 * Looks for processes that carry the mark of agents that have ended, though neither a group nor a
 * control group holds them. To read the environment of every process of a computer takes as long
 * as a launch, so the agents that end about the same time share it.
 */
export class SharedSweep {
  #waiting = new Set<AgentId>()
  #sweep: Promise<ReadonlySet<AgentId>> | null = null
  #begin: () => void = () => undefined
  #isHurried = false

  /** True if something of the agent lives. */
  async finds(agentId: AgentId): Promise<boolean> {
    this.#waiting.add(agentId)
    this.#sweep ??= this.#later()
    return (await this.#sweep).has(agentId)
  }

  /** No one waits for others until `ends` has been fulfilled. */
  async hurry(ends: Promise<unknown>): Promise<void> {
    this.#isHurried = true
    this.#begin()
    await ends
    this.#isHurried = false
  }

  async #later(): Promise<ReadonlySet<AgentId>> {
    if (!this.#isHurried) await this.#forOthers()
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

  #forOthers(): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, TOGETHER_MS).unref()
      this.#begin = () => {
        clearTimeout(timer)
        resolve()
      }
    })
  }
}
