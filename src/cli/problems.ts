import type { Rejection } from '../contracts/rejections.ts'
import { BadConfig } from '../host/config/load-config.ts'
import { failureOf } from '../host/runs/failure-words.ts'
import { errnoOf } from '../host/files/errno.ts'
import { LinkRefused } from '../host/files/own-files.ts'
import { SpecUnreadable } from '../host/files/spec-json-file.ts'
import { NotWritable } from '../host/project/folders.ts'
import { EXIT } from './exit-codes.ts'

/** An end that a person can do something about, in words that are ready to print. */
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

/** The words a person typed cannot be understood. */
export class UsageError extends CommandError {
  constructor(message: string, hint = '') {
    super(message, { hint, code: 'USAGE', exitCode: EXIT.usage })
  }
}

/** Understood, and refused: the edges turn the data into words. */
export class Refused extends Error {
  readonly rejection: Rejection

  constructor(rejection: Rejection) {
    super(rejection.code)
    this.rejection = rejection
  }
}

/** What a thrown error means to a person; null when it is a bug of ours. */
export function rejectionOf(error: unknown): Rejection | null {
  if (error instanceof Refused) return error.rejection
  const isKnown = [BadConfig, LinkRefused, NotWritable, SpecUnreadable].some(
    (known) => error instanceof known,
  )
  return isKnown || isFileError(error) ? failureOf(error).rejection : null
}

/** Errors of the file system carry the call that failed; errors of Node itself do not. */
const isFileError = (error: unknown): boolean =>
  errnoOf(error) !== null && error instanceof Error && 'syscall' in error
