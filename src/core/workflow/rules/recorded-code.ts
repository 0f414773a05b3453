import type { HostWork } from '../../../contracts/host-steps.ts'
import type { Phase } from '../../../contracts/phases.ts'
import type { Draft } from '../../decide/draft.ts'

/** The user may deploy after the run, and the deploy must know which code has passed. */
export const isRecording = ({ state, knownFacts }: Draft): boolean =>
  state.workspace.kind === 'worktree' || knownFacts.hasGit

/** Looks at the code, and in a worktree commits what has changed. */
export function recordOf({ state, knownFacts }: Draft, phase: Phase): HostWork {
  const { tasks } = knownFacts
  const when = isUntouched(state) ? { isBefore: true } : {}
  const count = tasks.ok ? `: ${tasks.counts.done} of ${tasks.counts.total} tasks` : ''
  return { kind: 'git', act: { type: 'record', subject: `${phase}${count}`, ...when } }
}

/**
 * No agent has written code in the checkout since it was last looked at: what is new is the user's.
 */
function isUntouched({ workspace, isRecorded, wasRecorded, steps }: Draft['state']): boolean {
  if (workspace.kind === 'worktree') return false
  return !workspace.isBegun || isRecorded || (steps === 0 && wasRecorded)
}
