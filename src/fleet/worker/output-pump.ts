import type { AgentId } from '../../contracts/ids.ts'
import type { StepRunner } from '../../host/ports/step-runner.ts'
import type { WorkerCalls } from '../gateway/worker-calls.ts'

const PART_BYTES = 64 * 1024

/** Sends what a step prints, in numbered parts: the next one when the one before has arrived. */
export class OutputPump {
  readonly #done: Promise<void>

  constructor(
    calls: Pick<WorkerCalls, 'output'>,
    steps: Pick<StepRunner, 'output'>,
    agentId: AgentId,
  ) {
    this.#done = this.#pump(calls, steps, agentId)
  }

  /** Resolves when all that was printed has arrived, or is no longer wanted. */
  async end(): Promise<void> {
    await this.#done
  }

  async #pump(
    calls: Pick<WorkerCalls, 'output'>,
    steps: Pick<StepRunner, 'output'>,
    agentId: AgentId,
  ): Promise<void> {
    const output = steps.output({ agentId }, 0)
    if (output === null) return
    try {
      for (let number = 0; ;) {
        const { offset, bytes, isLast } = await output.read(PART_BYTES)
        if (bytes.length > 0)
          await calls.output(agentId, { number: number++, begins: offset, bytes })
        if (isLast) return
        if (bytes.length === 0) await output.more()
      }
    } finally {
      await output.close()
    }
  }
}
