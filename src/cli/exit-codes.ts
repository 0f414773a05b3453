import type { Rejection } from '../contracts/rejections.ts'
import type { RunResult } from '../contracts/run-state.ts'

export const EXIT = {
  completed: 0,
  bug: 1,
  usage: 2,
  paused: 3,
  error: 4,
  running: 5,
  interrupted: 130,
} as const

export function exitCodeOfRun(result: RunResult): number {
  switch (result.status) {
    case 'completed':
      return EXIT.completed
    case 'paused':
      return EXIT.paused
    case 'error':
      return EXIT.error
    default:
      return result.status satisfies never
  }
}

const REJECTED: Partial<Record<Rejection['code'], number>> = {
  ALREADY_EXECUTING: EXIT.running,
  ASK_BUSY: EXIT.running,
  SPEC_UNREADABLE: EXIT.error,
  JOURNAL_UNREADABLE: EXIT.error,
  DOCUMENT_OVERSIZED: EXIT.error,
  HOST_FAILED: EXIT.error,
  IMPL_LIMIT: EXIT.error,
  BUDGET_SPENT: EXIT.paused,
}

/** Any other rejection is a usage error. */
export const exitCodeOf = ({ code }: Rejection): number => REJECTED[code] ?? EXIT.usage
