import type { ServerResponse } from 'node:http'
import type { ModelApi } from './model-request.ts'

/**
 * `quota`: the user's quota is used up, and the body says when it is back. `wait` says so only in
 * the header `retry-after`.
 */
const FAILURES = [
  'http401',
  'http403',
  'http429',
  'http500',
  'http503',
  'http529',
  'quota',
  'wait',
] as const
export type HttpFailure = (typeof FAILURES)[number]

export const isHttpFailure = (name: string): name is HttpFailure =>
  (FAILURES as readonly string[]).includes(name)

interface FailureInput {
  response: ServerResponse
  api: ModelApi
  failure: HttpFailure
  /** When the quota is back, in seconds since 1970. */
  resetsAt: number
}

export function answerFailure({ response, api, failure, resetsAt }: FailureInput): void {
  const { status, type, message, rpcStatus } = WORDS[failure]
  const isQuota = failure === 'quota'
  const seconds = Math.max(0, resetsAt - Math.floor(Date.now() / 1000))
  const retryAfter = failure === 'wait' ? String(seconds) : '1'
  const headers = {
    'content-type': 'application/json',
    ...(status === 429 && !isQuota ? { 'retry-after': retryAfter } : {}),
    ...(isQuota && api === 'anthropic' ? unifiedLimit(resetsAt) : {}),
  }
  const quota = { plan_type: 'pro', resets_at: resetsAt, resets_in_seconds: seconds }
  const retryInfo = {
    '@type': 'type.googleapis.com/google.rpc.RetryInfo',
    retryDelay: `${seconds}s`,
  }
  const bodies: Record<ModelApi, object> = {
    anthropic: { type: 'error', error: { type, message } },
    gemini: {
      error: {
        code: status,
        message,
        status: rpcStatus,
        ...(isQuota ? { details: [retryInfo] } : {}),
      },
    },
    responses: {
      error: isQuota ? { type: 'usage_limit_reached', message, ...quota } : { type, message },
    },
    chat: { error: { type, code: type, message, param: null } },
  }
  response.writeHead(status, headers)
  response.end(JSON.stringify(bodies[api]))
}

const unifiedLimit = (resetsAt: number): Record<string, string> => ({
  'anthropic-ratelimit-unified-status': 'rejected',
  'anthropic-ratelimit-unified-reset': String(resetsAt),
  'anthropic-ratelimit-unified-representative-claim': 'five_hour',
  'anthropic-ratelimit-unified-overage-status': 'rejected',
})

const WORDS: Readonly<
  Record<HttpFailure, { status: number; type: string; message: string; rpcStatus: string }>
> = {
  http401: {
    status: 401,
    type: 'authentication_error',
    message: 'Incorrect API key provided (scripted)',
    rpcStatus: 'UNAUTHENTICATED',
  },
  http403: {
    status: 403,
    type: 'permission_error',
    message: 'Your account may not use this model (scripted)',
    rpcStatus: 'PERMISSION_DENIED',
  },
  http429: {
    status: 429,
    type: 'rate_limit_error',
    message: 'rate limited (scripted)',
    rpcStatus: 'RESOURCE_EXHAUSTED',
  },
  http500: {
    status: 500,
    type: 'api_error',
    message: 'internal (scripted)',
    rpcStatus: 'INTERNAL',
  },
  http503: {
    status: 503,
    type: 'api_error',
    message: 'unavailable (scripted)',
    rpcStatus: 'UNAVAILABLE',
  },
  http529: {
    status: 529,
    type: 'overloaded_error',
    message: 'overloaded (scripted)',
    rpcStatus: 'UNAVAILABLE',
  },
  wait: {
    status: 429,
    type: 'rate_limit_error',
    message: 'rate limited (scripted)',
    rpcStatus: 'RESOURCE_EXHAUSTED',
  },
  quota: {
    status: 429,
    type: 'rate_limit_error',
    message: 'The usage limit has been reached',
    rpcStatus: 'RESOURCE_EXHAUSTED',
  },
}
