import { closeSync, openSync, writeSync } from 'node:fs'

const TEXT = 'The service answers each call within its budget; 応答は期限内に返る。 '
const CODE = '  const answer = await service.call({ id, retries: 3 })\n'

/** Numbered lines like Claude's: short texts, tool calls, long results. Returns their number. */
export function writeStream(path: string, bytes: number): number {
  const fd = openSync(path, 'w')
  let written = 0
  let lines = 0
  let batch = ''
  while (written < bytes) {
    batch += `${JSON.stringify(lineOf(lines++))}\n`
    if (batch.length < 1024 * 1024 && written + batch.length < bytes) continue
    written += writeSync(fd, batch)
    batch = ''
  }
  closeSync(fd)
  return lines
}

/** The number of a line, from the event that the reader made of it. */
export function numberOf(event: { type: string; id?: unknown; text?: unknown }): number {
  if (event.type === 'text') return Number.parseInt(String(event.text).slice(1), 10)
  return Number.parseInt(String(event.id).slice('toolu_'.length), 10)
}

function lineOf(number: number): unknown {
  switch (number % 4) {
    case 0:
      return assistant({ type: 'text', text: `#${number} ${TEXT.repeat(1 + (number % 7))}` })
    case 1:
      return assistant({
        type: 'tool_use',
        id: `toolu_${number}`,
        name: 'Edit',
        input: { file: `src/part-${number}.ts`, old: CODE, new: CODE.repeat(1 + (number % 5)) },
      })
    default:
      return user({
        type: 'tool_result',
        tool_use_id: `toolu_${number}`,
        content: [{ type: 'text', text: CODE.repeat(5 + (number % 40)) }],
      })
  }
}

const SESSION = '7f8b3c52-9f4f-4a0e-8f0c-0d7c5c2a9b11'

const assistant = (block: unknown): unknown => ({
  type: 'assistant',
  message: { role: 'assistant', content: [block], stop_reason: null },
  parent_tool_use_id: null,
  session_id: SESSION,
})

const user = (block: unknown): unknown => ({
  type: 'user',
  message: { role: 'user', content: [block] },
  parent_tool_use_id: null,
  session_id: SESSION,
})
