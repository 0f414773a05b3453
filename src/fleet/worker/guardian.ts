import { createInterface } from 'node:readline'
import { stopTree } from '../../host/agents/process/stop-tree.ts'
import { beatSchema, type Ended } from './guard-lines.ts'
import { GUARDED_MS, LEASE_MS, steadyMs } from './lease-times.ts'

/**
 * A separate program beside a worker. When the worker is gone, or has stood still for longer than
 * its lease, it ends everything the worker started: another worker may be at the same step by then.
 */
const known = new Set<string>()
let endsAt = steadyMs() + LEASE_MS
let timer = armTimer()

function armTimer(): NodeJS.Timeout {
  // Read what is in the pipe first: it may be this program that stood still.
  return setTimeout(() => setImmediate(endIfLate), endsAt + GUARDED_MS - steadyMs())
}

function endIfLate(): void {
  if (steadyMs() < endsAt + GUARDED_MS) return
  const ended: Ended = { ended: [...known] }
  // Reported first: a worker that is alive must not take it for the agent's own end.
  if (known.size > 0) process.stdout.write(`${JSON.stringify(ended)}\n`, () => void endAll())
}

async function endAll(): Promise<void> {
  const agentIds = [...known]
  known.clear()
  await Promise.all(agentIds.map((agentId) => stopTree({ agentId, leader: null, graceMs: 0 })))
}

/** Replaces the known agents; those that are no longer listed were ended by the worker itself. */
function beat(line: string): void {
  const told = beatSchema.parse(JSON.parse(line))
  known.clear()
  for (const agentId of told.agentIds) known.add(agentId)
  endsAt = told.endsAt
  clearTimeout(timer)
  timer = armTimer()
}

createInterface({ input: process.stdin })
  .on('line', beat)
  .on('close', () => {
    clearTimeout(timer)
    void endAll()
  })
// The worker may be gone, and then nobody reads this.
process.stdout.on('error', () => undefined)
// It goes when the worker goes, not by the same Ctrl+C.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => undefined)
