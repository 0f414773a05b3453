import { agentIdSchema } from '../../contracts/ids.ts'
import { readFileTail, type Runtime, shownAgentFolder } from '../agents/folder/agent-folder.ts'

const LAST_LINES = 200
const MAX_LINE = 500
export const TAIL_BYTES = 256 * 1024

/** The end of a check's output, for the prompt of the agent that has to fix the failure. */
export function lastOutput(runtime: Runtime, log: string): string {
  const agentId = agentIdSchema.safeParse(log)
  if (!agentId.success) return ''
  return lastLinesOf(readFileTail(shownAgentFolder(runtime, agentId.data).out, TAIL_BYTES))
}

export const lastLinesOf = (printed: string): string =>
  printed
    .replace(COLOURS, '')
    .trimEnd()
    .split(/\r?\n/)
    .slice(-LAST_LINES)
    .map((line) => shortened(line.replace(REDRAWN, '').replace(CONTROL, '')))
    .join('\n')

const COLOURS = /\p{Cc}\[[0-9:;<=>?]*[ -/]*[@-~]/gu
/** What a progress bar has overwritten. */
const REDRAWN = /^.*\r/
const CONTROL = /[^\P{Cc}\t]/gu

const shortened = (line: string): string =>
  line.length > MAX_LINE ? `${line.slice(0, MAX_LINE)}…` : line
