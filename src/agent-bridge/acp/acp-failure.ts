import { RequestError } from '@agentclientprotocol/sdk'
import type { AgentProblem, Usage } from '../../contracts/launch/agent.ts'
import { objectOrNull, textOrNull } from '../../core/agent-events/json-fields.ts'
import { problemInWords, problemOfStatus } from '../../core/agent-events/problem.ts'
import type { ConversationEnd } from '../conversation.ts'
import { CannotHold } from './acp-modes.ts'

/** How a conversation ends that an error ended. */
export function failure(error: unknown, usage: Usage | null): ConversationEnd {
  const words = error instanceof Error ? error.message : String(error)
  if (error instanceof CannotHold)
    return { ok: false, message: words, usage, problem: { kind: 'denied', retryAt: null } }
  const details = error instanceof RequestError ? detailsIn(error.data) : null
  const message = details === null ? words : `${words}: ${details}`
  return { ok: false, message, usage, problem: problemOf(error, message) }
}

/** Some agents use the HTTP status as error code, others report only words. */
function problemOf(error: unknown, message: string): AgentProblem | null {
  const code = error instanceof RequestError ? error.code : null
  if (code === AUTH_REQUIRED) return { kind: 'auth', retryAt: null }
  const status = code !== null && code > 0 && !isOwnFailure(code, message) ? code : null
  return problemOfStatus(status, message) ?? problemInWords(message)
}

const detailsIn = (data: unknown): string | null =>
  textOrNull(data) ?? textOrNull(objectOrNull(data)?.['details'])

/** ACP's "authentication required" */
const AUTH_REQUIRED = -32000

/** Gemini reports 500 for whatever it cannot explain, such as a broken connection. */
const isOwnFailure = (code: number, message: string): boolean =>
  code === 500 && !message.includes('500')
