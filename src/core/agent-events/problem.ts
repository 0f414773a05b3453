import type { AgentProblem } from '../../contracts/launch/agent.ts'

type Kind = AgentProblem['kind']

/** What the model server's status means for the agent; null: the failure is the agent's own. */
export const problemOfStatus = (status: number | null, words = ''): AgentProblem | null => {
  if (status === null) return null
  if (status === 401) return problem('auth')
  if (status === 403) return problem(LOGIN_IS_OVER.test(words) ? 'auth' : 'forbidden')
  if (status === 402 || status === 429) return problem('quota')
  if (status === 503 || status === 529) return problem('overloaded')
  return status >= 500 && status < 600 ? problem('server') : null
}

/** A revoked login gets the same status as an account without permission. */
const LOGIN_IS_OVER = /oauth|revoked|expired|\/login|log ?in again/i

/**
 * For CLIs that report problems only in words. To be used only on the message an agent failed with,
 * never on its earlier output.
 */
export const problemInWords = (words: string): AgentProblem | null => {
  const status = STATUS.exec(words)?.[1]
  const known = status === undefined ? null : problemOfStatus(Number(status), words)
  if (known !== null) return known
  const kind = WORDS.find(([, pattern]) => pattern.test(words))?.[0]
  return kind === undefined ? null : problem(kind)
}

const STATUS =
  /(?:status|code|error|rejected|http)[^\w\n]{0,4}(?:code[^\w\n]{0,3})?\(?\b(40[123]|429|5\d\d)\b/i

/** The first match wins: "usage limit reached, log in again" is about the limit. */
const WORDS: readonly (readonly [Kind, RegExp])[] = [
  ['denied', /cannot be used with root/i],
  [
    'quota',
    /usage.?limit|rate.?limit|too many requests|(?<!disk )quota|hit your [\w' ]{0,40}limit|RESOURCE_EXHAUSTED|credit balance|out of (?:usage )?credits/i,
  ],
  [
    'auth',
    /unauthori[sz]ed|unauthenticated|authentication.{0,12}(?:required|failed|error)|api.?key (?:not|is not|is in)?valid|(?:invalid|incorrect|wrong).{0,12}(?:api.?key|auth)|not logged in|log ?in (?:again|required)|\/login|token (?:has )?(?:expired|been revoked)|no auth/i,
  ],
  ['overloaded', /overloaded|high demand|service unavailable|temporarily unavailable/i],
  ['server', /internal server error|bad gateway|gateway time-?out/i],
  [
    'network',
    /\bE(?:CONN(?:REFUSED|RESET|ABORTED)|NOTFOUND|AI_AGAIN|TIMEDOUT|NETUNREACH|HOSTUNREACH|PIPE)\b|connection (?:error|refused|reset|failed|closed|lost|timed out)|(?:un|in)?able to connect|network (?:error|is unreachable|connection)|fetch failed|socket (?:hang up|connection was closed)|stream disconnected|error sending request|waiting for network|name resolution|^terminated$/i,
  ],
]

export const problem = (kind: Kind): AgentProblem => ({ kind, retryAt: null })
