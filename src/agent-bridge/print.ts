import { writeSync } from 'node:fs'
import type { AgentEvent } from '../contracts/agent-events.ts'
import { BRIDGE_LINE } from '../core/agent-events/bridge-lines.ts'

/** Synchronous, so that the whole line is written even if this process is killed right after. */
export function printLine(line: string): void {
  const bytes = Buffer.from(`${line}\n`)
  for (let at = 0; at < bytes.length;) at += writeSync(1, bytes, at)
}

export const printEvent = (event: AgentEvent): void =>
  printLine(JSON.stringify({ type: BRIDGE_LINE, event }))
