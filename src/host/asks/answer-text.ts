import { StringDecoder } from 'node:string_decoder'
import type { AgentEvent } from '../../contracts/agent-events.ts'
import { MAX_KEPT_ANSWER } from '../../contracts/views/call-limits.ts'
import { readOwnBytes } from '../files/own-files.ts'

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
    return readOwnBytes(path).toString('utf8').split('\n')
  } catch {
    return []
  }
}
