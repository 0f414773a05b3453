import { createInterface } from 'node:readline'
import { z } from 'zod'
import { stopTree } from '../../host/agents/process/stop-tree.ts'
import { GUARDED_MS } from './lease-times.ts'

/**
 * A program of its own beside a worker. When the worker is gone, or has stood still for longer than its
 * lease, it ends all that the worker had started: then another worker may be at the same step.
 */
const beatSchema = z.object({ agentIds: z.array(z.string()) })

const known = new Set<string>()
let timer = setTimeout(() => void endAll(), GUARDED_MS)

async function endAll(): Promise<void> {
  const agentIds = [...known]
  known.clear()
  await Promise.all(agentIds.map((agentId) => stopTree({ agentId, leader: null, graceMs: 0 })))
}

/** What its lease was renewed for. Others that it had are ended by the worker itself. */
function beat(line: string): void {
  const { agentIds } = beatSchema.parse(JSON.parse(line))
  known.clear()
  for (const agentId of agentIds) known.add(agentId)
  clearTimeout(timer)
  timer = setTimeout(() => void endAll(), GUARDED_MS)
}

createInterface({ input: process.stdin })
  .on('line', beat)
  .on('close', () => {
    clearTimeout(timer)
    void endAll()
  })
// It goes when the worker goes, and not by the same Ctrl+C.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => undefined)
