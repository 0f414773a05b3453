import { setTimeout as pause } from 'node:timers/promises'
import type { AgentId } from '../../contracts/ids.ts'
import type { StepOutput, StepRunner } from '../../host/ports/step-runner.ts'
import { NotCurrent, type OutputPart, type WorkerCalls } from '../gateway/worker-calls.ts'

const PART_BYTES = 64 * 1024
const AGAIN_MS = 200

interface PumpParts {
  calls: Pick<WorkerCalls, 'output'>
  steps: Pick<StepRunner, 'output'>
  agentId: AgentId
  /** False once the step no longer belongs to this worker. */
  isWanted: () => boolean
}

/**
 * Sends what a step prints, in numbered parts: the next one once the previous has arrived, and the
 * same one again when that is unknown. Resolves when all has arrived or is no longer wanted.
 */
export async function pumpOutput(parts: PumpParts): Promise<void> {
  const { steps, agentId } = parts
  const output = steps.output({ agentId }, 0)
  if (output === null) return
  try {
    await pump(parts, output)
  } finally {
    await output.close()
  }
}

async function pump(parts: PumpParts, output: StepOutput): Promise<void> {
  for (let number = 0; parts.isWanted();) {
    const { offset, bytes, isLast } = await output.read(PART_BYTES)
    if (bytes.length > 0) await send(parts, { number: number++, begins: offset, bytes })
    if (isLast) return
    if (bytes.length === 0) await output.more()
  }
}

async function send({ calls, agentId, isWanted }: PumpParts, part: OutputPart): Promise<void> {
  while (isWanted()) {
    try {
      return await calls.output(agentId, part)
    } catch (error) {
      if (error instanceof NotCurrent) return
      await pause(AGAIN_MS)
    }
  }
}
