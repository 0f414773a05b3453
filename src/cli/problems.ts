import type { Rejection } from '../contracts/rejections.ts'
import type { Result } from '../contracts/result.ts'
import { EXIT } from './exit-codes.ts'

/** An error the user can act on, with words that are ready to print. */
export class CommandError extends Error {
  readonly hint: string
  readonly code: string
  readonly exitCode: number

  constructor(message: string, { hint = '', code, exitCode }: CommandErrorShape) {
    super(message)
    this.hint = hint
    this.code = code
    this.exitCode = exitCode
  }
}

interface CommandErrorShape {
  hint?: string
  code: string
  exitCode: number
}

/** The words the user typed cannot be understood. */
export class UsageError extends CommandError {
  constructor(message: string, hint = '') {
    super(message, { hint, code: 'USAGE', exitCode: EXIT.usage })
  }
}

/** A command that was understood but refused; whoever prints it turns the data into words. */
export class Refused extends Error {
  readonly rejection: Rejection

  constructor(rejection: Rejection) {
    super(rejection.code)
    this.rejection = rejection
  }
}

export function unwrap<T>(reply: Result<T, Rejection>): T {
  if (!reply.ok) throw new Refused(reply.error)
  return reply.value
}
