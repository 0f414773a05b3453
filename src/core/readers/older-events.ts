import { LEVELS } from '../../contracts/journal.ts'
import type { OlderEvent } from '../../contracts/views/older-events.ts'

/** One line of the older tool's `events.jsonl`; null for a line that is not an event. */
export function readOlderEvent(line: string): OlderEvent | null {
  const value = objectIn(line)
  if (value === null) return null
  const type = textOf(value['type']) || 'event'
  return {
    isOlder: true,
    time: textOf(value['time']) || textOf(value['timestamp']),
    level: LEVELS.find((level) => level === value['level']) ?? 'info',
    type,
    message: textOf(value['message']) || type,
    agent: null,
  }
}

/** The older tool's record of an agent, `agent-*.json`. */
export function readOlderAgent(text: string): OlderEvent | null {
  const value = objectIn(text)
  const phase = textOf(value?.['phase'])
  const time = textOf(value?.['startedAt'])
  if (value === null || phase === '' || time === '') return null
  const status = textOf(value['status']) || 'unknown'
  return {
    isOlder: true,
    time,
    level: status === 'failed' || status === 'error' ? 'error' : 'info',
    type: 'agent-record',
    message: `Agent for ${phase}: ${status}`,
    agent: { phase, status },
  }
}

function objectIn(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? { ...value } : null
  } catch {
    return null
  }
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')
