import type { AgentEvent } from '../../contracts/agent-events.ts'
import { readClaudeLine } from './claude-lines.ts'

export type LineReader = (line: string) => AgentEvent[]

const READERS: Readonly<Record<string, LineReader>> = {
  claude: readClaudeLine,
  // It speaks as claude does.
  simulated: readClaudeLine,
}

/** Null for an agent whose output is known only as lines. */
export const lineReaderFor = (agent: string): LineReader | null =>
  Object.hasOwn(READERS, agent) ? (READERS[agent] ?? null) : null
