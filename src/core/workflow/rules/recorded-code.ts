import type { HostWork } from '../../../contracts/host-steps.ts'
import type { Phase } from '../../../contracts/phases.ts'
import type { Draft } from '../../decide/draft.ts'

/** A person may ask for a deploy after the run: then it must be known which code has passed. */
export const isRecording = ({ state, knownFacts }: Draft): boolean =>
  state.workspace.kind === 'worktree' || knownFacts.hasGit

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
