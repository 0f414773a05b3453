import { HostGone } from '../../client/host-gone.ts'
import type { Rejection } from '../../contracts/rejections.ts'
import { BadConfig } from '../../host/config/load-config.ts'
import { errnoOf } from '../../host/files/errno.ts'
import { LinkRefused } from '../../host/files/own-files.ts'
import { SpecUnreadable } from '../../host/files/spec-json-file.ts'
import { NotWritable } from '../../host/project/folders.ts'
import { failureOf } from '../../host/runs/failure-words.ts'
import { EXIT, exitCodeOf } from '../exit-codes.ts'
import { CommandError, Refused } from '../problems.ts'
import { lookAround, ofKind, projectAt } from '../project.ts'
import { wordsForRejection } from './wording.ts'

interface Explanation {
  message: string
  hint: string
  code: string
  exitCode: number
}

/** Puts any error into words; `named` is the folder of the project if the user named it. */
export function explanationOf(error: unknown, named: string | null): Explanation {
  if (error instanceof CommandError) {
    const { message, hint, code, exitCode } = error
    return { message, hint, code, exitCode }
  }
  const rejection = rejectionOf(error)
  if (rejection) {
    const project = named === null ? lookAround(process.env).project : projectAt(named, true)
    const kind = 'item' in rejection ? rejection.item.kind : 'spec'
    const { message, remedy } = wordsForRejection(rejection, ofKind(project, kind))
    return { message, hint: remedy, code: rejection.code, exitCode: exitCodeOf(rejection) }
  }
  if (error instanceof HostGone)
    return {
      message: 'The process that hosts this project does not respond',
      hint: 'Try again. If it still does not respond, stop the sdd process of this project',
      code: 'HOST_SILENT',
      exitCode: EXIT.error,
    }
  return {
    message: `Internal error: ${error instanceof Error ? error.message : String(error)}`,
    hint: 'This is a bug in sdd. Set SDD_DEBUG=1 to see where it happened',
    code: 'INTERNAL',
    exitCode: EXIT.bug,
  }
}

/** What a thrown error means to the user; null when it is an internal error. */
function rejectionOf(error: unknown): Rejection | null {
  if (error instanceof Refused) return error.rejection
  const isKnown = [BadConfig, LinkRefused, NotWritable, SpecUnreadable].some(
    (known) => error instanceof known,
  )
  return isKnown || isFileError(error) ? failureOf(error).rejection : null
}

/** Errors of the file system carry the call that failed; errors of Node itself do not. */
const isFileError = (error: unknown): boolean =>
  errnoOf(error) !== null && error instanceof Error && 'syscall' in error
