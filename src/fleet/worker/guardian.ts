import { createInterface } from 'node:readline'
import { stopTree } from '../../host/agents/process/stop-tree.ts'
import { beatSchema, type Ended } from './guard-lines.ts'
import { GUARDED_MS, LEASE_MS, steadyMs } from './lease-times.ts'

/**
 * A program of its own beside a worker. When the worker is gone, or has stood still for longer than its
 * lease, it ends all that the worker had started: then another worker may be at the same step.
 */
const known = new Set<string>()
let endsAt = steadyMs() + LEASE_MS
let timer = armed()

function armed(): NodeJS.Timeout {
  // After what lies in the pipe was read: it may be this program that stood still.
  return setTimeout(() => setImmediate(endIfLate), endsAt + GUARDED_MS - steadyMs())
}

function endIfLate(): void {
  if (steadyMs() < endsAt + GUARDED_MS) return
  const ended: Ended = { ended: [...known] }
  // Reported first: a worker that lives must not take it for the agent's own end.
  if (known.size > 0) process.stdout.write(`${JSON.stringify(ended)}\n`, () => void endAll())
}

async function endAll(): Promise<void> {
  const agentIds = [...known]
  known.clear()
  await Promise.all(agentIds.map((agentId) => stopTree({ agentId, leader: null, graceMs: 0 })))
}

/** What its lease was renewed for. Others that it had are ended by the worker itself. */
function beat(line: string): void {
  const told = beatSchema.parse(JSON.parse(line))
  known.clear()
  for (const agentId of told.agentIds) known.add(agentId)
  endsAt = told.endsAt
  clearTimeout(timer)
  timer = armed()
}

createInterface({ input: process.stdin })
  .on('line', beat)
  .on('close', () => {
    clearTimeout(timer)
    void endAll()
  })
// A worker that is gone hears nothing.
process.stdout.on('error', () => undefined)
// It goes when the worker goes, and not by the same Ctrl+C.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => undefined)
