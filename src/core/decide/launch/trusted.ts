import type { Draft } from '../draft.ts'
import { pause } from '../finish.ts'

/**
 * Files that take effect may have been added or changed since the run began, by a checkout or an
 * agent.
 */
export function pausesForTrust(draft: Draft): boolean {
  const { undecided } = draft.knownFacts.trust
  if (undecided.length === 0) return false
  const names = undecided.slice(0, 10).map(({ id, change }) => `${id} (${change})`)
  const more = undecided.length > names.length ? ` and ${undecided.length - names.length} more` : ''
  pause(draft, {
    reason: 'untrusted',
    detail: `the project has files that take effect and are not trusted: ${names.join(', ')}${more}`,
  })
  return true
}
