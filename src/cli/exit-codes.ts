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

export function exitCodeOf(rejection: Rejection): number {
  switch (rejection.code) {
    case 'ALREADY_EXECUTING':
      return EXIT.running
    case 'SPEC_UNREADABLE':
    case 'JOURNAL_UNREADABLE':
    case 'DOCUMENT_OVERSIZED':
    case 'HOST_FAILED':
    case 'IMPL_LIMIT':
      return EXIT.error
    case 'BUDGET_SPENT':
      return EXIT.paused
    default:
      return EXIT.usage
  }
}
