import type { HostWork } from '../../contracts/host-steps.ts'
import type { Phase } from '../../contracts/phases.ts'
import type { Draft } from '../decide/draft.ts'

/** Whether anything depends on which code is there; where nothing does, no git is run. */
export function isRecording({ state, knownFacts }: Draft): boolean {
  if (state.workspace.kind === 'worktree') return true
  if (!knownFacts.hasGit) return false
  const isDeploying = knownFacts.spec.permissions.deploy || state.phases.deploy.isWanted
  return isDeploying || knownFacts.checks.length > 0
}

/** A look at the code, and in a worktree a commit of what has changed. */
export function recordOf(
  { knownFacts }: Draft,
  phase: Phase,
  when: { isBefore?: true } = {},
): HostWork {
  const { tasks } = knownFacts
  const count = tasks.ok ? `: ${tasks.counts.done} of ${tasks.counts.total} tasks` : ''
  return { kind: 'git', act: { type: 'record', subject: `${phase}${count}`, ...when } }
}
