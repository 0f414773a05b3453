import type { TrustFinding } from '../../../contracts/views/trust-view.ts'
import type { Draft } from '../draft.ts'
import { pause } from '../finish.ts'

/**
 * Files that take effect may have been added or changed since the run began, by a checkout or an
 * agent.
 */
export function pausesForTrust(draft: Draft): boolean {
  const { undecided } = draft.knownFacts.trust
  if (undecided.length === 0) return false
  pause(draft, { reason: 'untrusted', detail: untrustedWords(undecided) })
  return true
}

const MAX_NAMED = 10

/** Which files keep an agent from being started. */
export function untrustedWords(undecided: readonly TrustFinding[]): string {
  const names = undecided.slice(0, MAX_NAMED).map(({ id, change }) => `${id} (${change})`)
  const more = undecided.length > MAX_NAMED ? ` and ${undecided.length - MAX_NAMED} more` : ''
  return `the project has files that take effect and are not trusted: ${names.join(', ')}${more}`
}
