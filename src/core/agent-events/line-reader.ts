import type { AgentEvent } from '../../contracts/agent-events.ts'
import { readBridgeLine } from './bridge-lines.ts'
import { readClaudeLine } from './claude-lines.ts'
import { deniedByCodex, readCodexLine, readCodexLog } from './codex-lines.ts'

export type LineReader = (line: string) => AgentEvent[]

/** How to read the log of an agent: by its name alone, so that clients can do it too. */
export const lineReaderFor = (agent: string): LineReader => {
  if (agent === 'codex') return readCodexLine
  // The simulated agent speaks Claude's format.
  return agent === 'claude' || agent === 'simulated' ? readClaudeLine : readBridgeLine
}

/** For agents that name the tools they were denied on stderr only; null for all others. */
export const denialReaderFor = (agent: string): ((errorOutput: string) => string[]) | null =>
  agent === 'codex' ? deniedByCodex : null

/** What an agent printed on stderr: words for people, and what only its client's log tells. */
export const readErrorOutput = (
  agent: string,
  errorOutput: string,
): { words: string; retryAfter: number | null } =>
  agent === 'codex' ? readCodexLog(errorOutput) : { words: errorOutput, retryAfter: null }
