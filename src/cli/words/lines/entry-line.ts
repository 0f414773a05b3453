import type { CalledBy } from '../../../contracts/called-by.ts'
import type { Level } from '../../../contracts/journal.ts'
import type { Output } from '../../output.ts'
import { oneLine } from '../safe-text.ts'

interface ShownEntry {
  time: string
  level: Level
  message: string
  calledBy?: CalledBy | null | undefined
}

export const entryLine = (output: Output, entry: ShownEntry): string =>
  `${output.style('dim', clockTime(entry.time))}  ${coloured(output, entry)}`

/** With the date, as a log spans days, and with who gave the command. */
export const datedLine = (output: Output, entry: ShownEntry): string =>
  `${output.style('dim', `${dateOf(entry.time)}${clockTime(entry.time)}`)}  ${coloured(output, entry)}${callerOf(output, entry)}`

function callerOf(output: Output, { calledBy }: ShownEntry): string {
  if (!calledBy || calledBy.kind !== 'person') return ''
  const { via, user, device } = calledBy
  const who = device === undefined ? `${user ?? 'someone'}, ${via}` : device.name
  return output.style('dim', `  (${oneLine(who)})`)
}

function coloured(output: Output, { level, message }: ShownEntry): string {
  const text = oneLine(message)
  if (level === 'error') return output.style('red', text)
  return level === 'warning' ? output.style('yellow', text) : text
}

function dateOf(time: string): string {
  const date = new Date(time)
  if (Number.isNaN(date.getTime())) return ''
  const parts = [date.getFullYear(), date.getMonth() + 1, date.getDate()]
  return `${parts.map((part) => String(part).padStart(2, '0')).join('-')} `
}

/** Local time: the user compares it with the clock on the wall. */
function clockTime(time: string): string {
  const date = new Date(time)
  return Number.isNaN(date.getTime()) ? time : date.toTimeString().slice(0, 8)
}
