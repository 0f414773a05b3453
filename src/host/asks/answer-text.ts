import { StringDecoder } from 'node:string_decoder'
import type { AgentEvent } from '../../contracts/agent-events.ts'
import { MAX_KEPT_ANSWER } from '../../contracts/views/call-limits.ts'
import { readFileTail } from '../agents/folder/agent-folder.ts'

/** What an agent said last is at the end of its log. */
const MAX_READ_BYTES = 8 * 1024 * 1024

/** Everything the agent said after its last tool call: an outcome keeps only the end of it. */
export function answerIn(path: string, readLine: (line: string) => AgentEvent[]): string {
  let said: string[] = []
  for (const line of linesOf(path))
    for (const event of readLine(line)) {
      if (event.type === 'tool-call' || event.type === 'tool-result') said = []
      if (event.type === 'text') said.push(event.text)
      if (event.type === 'ended' && said.length === 0) said.push(event.message)
    }
  const text = Buffer.from(said.join('\n\n').trim())
  return text.length <= MAX_KEPT_ANSWER
    ? text.toString('utf8')
    : `${new StringDecoder('utf8').write(text.subarray(0, MAX_KEPT_ANSWER))}\n…`
}

function linesOf(path: string): string[] {
  try {
    return readFileTail(path, MAX_READ_BYTES).split('\n')
  } catch {
    return []
  }
}
