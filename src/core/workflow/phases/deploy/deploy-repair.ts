import type { Draft } from '../../../decide/draft.ts'
import { announce } from '../../../decide/finish.ts'
import type { Move } from '../../definition.ts'
import { MAX_REPAIRS } from '../../limits.ts'
import { checksRule } from '../../rules/checks-rule.ts'
import { git, stop } from './deploy-moves.ts'

/**
 * Checks that pass on the branch and fail together with the newest base: the base is merged into
 * the branch, an agent adapts the work there, and it is judged and deployed again.
 */
export function repair(draft: Draft, checks: string[]): Move {
  const { repairs } = draft.state.phases.deploy
  if (repairs >= MAX_REPAIRS)
    return stop('not-verified', {
      problem: 'checks-fail-with-base',
      values: { checks: checks.join(', '), times: String(repairs) },
    })
  announce(draft, draft.emit({ type: 'deploy.repair-started', attempt: repairs + 1, checks }))
  return repairing(draft)
}

function repairing({ state }: Draft): Move {
  const { ready } = state.phases.deploy
  if (ready === null)
    return { type: 'launch', step: { phase: 'deploy', round: null, mode: 'repair' } }
  const { commit, onto } = ready
  return git({ type: 'catch-up', commit, onto })
}

/** The rest of a repair that was begun; null when there is none, or its checks pass. */
export function unrepaired(draft: Draft): Move | null {
  const begun = draft.state.phases.deploy.repair
  if (begun === null) return null
  if (begun.stage !== 'tried') return repairing(draft)
  const found = checksRule(draft, 'deploy', 'workspace')
  if (found.type === 'run') return found.move
  return found.type === 'failed' ? repair(draft, found.names) : null
}
