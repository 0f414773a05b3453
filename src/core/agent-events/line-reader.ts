import type { AgentEvent } from '../../contracts/agent-events.ts'
import { descriptorOf } from '../agents/agent-table.ts'
import { plainErrors, type ErrorOutput } from '../agents/descriptor.ts'
import { readBridgeLine } from './bridge-lines.ts'
import { isCheckAgent, readCheckLine } from './check-lines.ts'

export type LineReader = (line: string) => AgentEvent[]

/** Reads an agent's log; needs only the agent's name, so that clients can do it too. */
export const lineReaderFor = (agent: string): LineReader =>
  isCheckAgent(agent) ? readCheckLine : (descriptorOf(agent)?.readLine ?? readBridgeLine)

/** For agents that name the tools they were denied on stderr only; null for all others. */
export const denialReaderFor = (agent: string): ((errorOutput: string) => string[]) | null =>
  descriptorOf(agent)?.readDenials ?? null

export const readErrorOutput = (agent: string, errorOutput: string): ErrorOutput =>
  descriptorOf(agent)?.readErrors(errorOutput) ?? plainErrors(errorOutput)
