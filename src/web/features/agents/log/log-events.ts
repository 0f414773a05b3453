import type { AgentEvent } from '../../../../contracts/agent-events.ts'
import type { LineReader } from '../../../../core/agent-events/line-reader.ts'

/** Parsing a longer line would be noticeable; images in tool results are that long. */
const MAX_PARSED = 2_000_000

/** The events of a line worth showing; empty for lines that only machines need. */
export function eventsOf(line: string, reader: LineReader | null): AgentEvent[] {
  if (reader === null || line.length > MAX_PARSED)
    return line.trim() === '' ? [] : [{ type: 'unknown', line }]
  return reader(line).filter(isShown)
}

function isShown(event: AgentEvent): boolean {
  if (event.type === 'usage' || event.type === 'retry-after') return false
  if (event.type === 'text' || event.type === 'thinking') return event.text.trim() !== ''
  return true
}

/** All text that the row of an event shows once expanded. */
export function textOf(event: AgentEvent): string {
  switch (event.type) {
    case 'text':
    case 'thinking':
    case 'tool-result':
      return event.text
    case 'tool-call':
      return `${event.name} ${mainArgument(event.input)}\n${inputText(event.input)}`
    case 'permission-denied':
      return event.tool
    case 'permission-asked':
      return `${event.tool} ${mainArgument(event.input)}\n${inputText(event.input)}`
    case 'permission-answered':
      return event.answer
    case 'retrying':
    case 'ended':
      return event.message
    case 'session-started':
      return `${event.model ?? ''} ${event.sessionId}`
    case 'unknown':
      return event.line
    case 'usage':
    case 'retry-after':
    case 'quota-reached':
      return ''
    default:
      return event satisfies never
  }
}

const MAIN_ARGUMENTS = [
  'file_path',
  'notebook_path',
  'path',
  'command',
  'pattern',
  'query',
  'url',
  'description',
  'prompt',
]

/** The argument that best describes a call, on one line. */
export function mainArgument(input: unknown): string {
  if (typeof input === 'string') return oneLine(input)
  if (typeof input !== 'object' || input === null) return ''
  const entries = Object.entries(input).filter(
    (entry): entry is [string, string] => typeof entry[1] === 'string',
  )
  const main = MAIN_ARGUMENTS.map((key) => entries.find(([name]) => name === key)).find(
    (entry) => entry !== undefined,
  )
  return oneLine(main?.[1] ?? entries[0]?.[1] ?? '')
}

export const inputText = (input: unknown): string =>
  typeof input === 'string' ? input : (JSON.stringify(input, null, 2) ?? '')

const MAX_ONE_LINE = 300

export const oneLine = (text: string): string =>
  text.slice(0, MAX_ONE_LINE).replaceAll(/\s+/g, ' ').trim()
