import { calledBySchema, type CalledBy } from '../../../contracts/called-by.ts'
import type { JsonLine } from '../../output.ts'
import { LEVELS, type Level } from '../../../contracts/journal.ts'
import { shortened } from '../../../core/words/shortened.ts'

export interface LogLine {
  /** What is printed with `--json`. */
  value: JsonLine
  time: string
  level: Level
  message: string
  /** Who gave the command that the entry reports. */
  calledBy: CalledBy | null
  isDamaged: boolean
}

/** Reads a line of an event log, ours or the older tool's; null for an empty one. */
export function readLogLine(line: string): LogLine | null {
  if (line.trim() === '') return null
  const value = objectIn(line)
  if (value === null) return damaged(line)
  const type = textOf(value['type'])
  return {
    value: { ...value, type: type || 'event' },
    time: textOf(value['time']) || textOf(value['timestamp']),
    level: LEVELS.find((level) => level === value['level']) ?? 'info',
    message: textOf(value['message']) || type || 'an event without a message',
    calledBy: calledBySchema.safeParse(value['calledBy']).data ?? null,
    isDamaged: false,
  }
}

function damaged(line: string): LogLine {
  const message = `[unreadable line: ${shortened(line, 60)}]`
  const value = { type: 'unreadable', line }
  return { value, time: '', level: 'warning', message, calledBy: null, isDamaged: true }
}

function objectIn(line: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(line)
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value)
    return isObject ? (value as Record<string, unknown>) : null
  } catch {
    return null
  }
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')
