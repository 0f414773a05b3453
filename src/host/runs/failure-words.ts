import type { Rejection } from '../../contracts/rejections.ts'
import type { EffectFailure } from '../../core/decide/events.ts'
import { AgentStartError } from '../agents/launch/launch-process.ts'
import { BadConfig } from '../config/load-config.ts'
import { describe, errnoOf } from '../files/errno.ts'
import { LinkRefused, TooLarge } from '../files/own-files.ts'
import { SpecUnreadable } from '../files/spec-json-file.ts'
import { NotWritable } from '../project/folders.ts'

/** A host failure as data: the reason for the run and the rejection for a caller. */
export function failureOf(error: unknown): EffectFailure {
  if (error instanceof SpecUnreadable)
    return {
      reason: 'unreadable-spec',
      detail: error.message,
      rejection: { code: 'SPEC_UNREADABLE', file: error.file, detail: error.detail },
    }
  if (error instanceof AgentStartError)
    return { reason: reasonOf(error), detail: error.message, rejection: hostFailed(error) }
  if (error instanceof TooLarge) {
    const { path: file, size, limit, message: detail } = error
    return {
      reason: 'postcondition',
      detail,
      rejection: { code: 'DOCUMENT_OVERSIZED', file, size, limit },
    }
  }
  return { reason: 'host-failed', detail: describe(error), rejection: rejectionOf(error) }
}

function rejectionOf(error: unknown): Rejection {
  if (error instanceof BadConfig) {
    const { file, key, allowed } = error
    return { code: 'BAD_CONFIG', file, key, allowed }
  }
  if (error instanceof LinkRefused) return { code: 'LINK_REFUSED', path: error.path }
  if (error instanceof NotWritable)
    return { code: 'NOT_WRITABLE', path: error.path, detail: describe(error.cause) }
  return hostFailed(error)
}

function reasonOf({ code }: AgentStartError): EffectFailure['reason'] {
  if (code === 'check-missing') return 'check-missing'
  return code === 'io' || code === 'unfit-argument' || code === 'not-trusted'
    ? 'host-failed'
    : 'agent-missing'
}

const hostFailed = (error: unknown): Rejection => ({
  code: 'HOST_FAILED',
  operation: errnoOf(error) ?? 'unknown',
  detail: describe(error),
})
