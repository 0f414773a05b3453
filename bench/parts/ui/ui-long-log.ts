import { closeSync, openSync, writeSync } from 'node:fs'

const SAID = 'The service answers each call within its budget; 応答は期限内に返る。'
const CODE = 'const answer = await service.call({ id, retries: 3 })'

/** A line like Claude's, with its number in the visible text. */
export function logLine(number: number): string {
  return `${JSON.stringify(eventOf(number))}\n`
}

export function writeLog(path: string, lines: number): void {
  const fd = openSync(path, 'w')
  for (let from = 0; from < lines; from += 1000) {
    const batch = Array.from({ length: Math.min(1000, lines - from) }, (_, at) =>
      logLine(from + at),
    )
    writeSync(fd, batch.join(''))
  }
  closeSync(fd)
}

function eventOf(number: number): unknown {
  const text = `#${number} ${SAID}`
  const id = `toolu_${number}`
  switch (number % 4) {
    case 0:
      return assistant({ type: 'text', text })
    case 1:
      return assistant({ type: 'tool_use', id, name: 'Edit', input: { path: text, new: CODE } })
    case 2:
      return user({ type: 'tool_result', tool_use_id: id, content: `${text}\n${CODE}` })
    default:
      return assistant({ type: 'thinking', thinking: text })
  }
}

const assistant = (block: unknown): unknown => ({
  type: 'assistant',
  message: { role: 'assistant', content: [block] },
})

const user = (block: unknown): unknown => ({
  type: 'user',
  message: { role: 'user', content: [block] },
})
