import type { CheckWork, HostWork } from '../../contracts/host-steps.ts'
import type { Step } from '../../contracts/run-state.ts'
import type { StepRequest } from '../workflow/definition.ts'
import { isRecording, recordOf } from '../workflow/rules/recorded-code.ts'
import { definitionOf, phaseOf } from '../workflow/workflows.ts'
import type { Draft } from './draft.ts'
import { wantsWorktree } from './launch/working-tree.ts'

const SETUP_TIMEOUT_MS = 30 * 60_000

/** What the host does before an agent may work on the code: worktree, setup, a look at it. */
export function beforeLaunch(draft: Draft, { phase: step, mode }: StepRequest): HostWork | null {
  const phase = phaseOf(step)
  const { needsTree, kind } = definitionOf(phase)
  if (!needsTree || mode === 'conflict') return null
  const { workspace, isRecorded, isFresh } = draft.state
  if (wantsWorktree(draft, phase)) return { kind: 'git', act: { type: 'make-workspace' } }
  const { setup } = draft.knownFacts.workspacePlan
  if (workspace.kind === 'worktree' && !workspace.isSetUp && setup !== null) return setUpWork(setup)
  // Changes in the checkout from before an agent writes code there are the user's.
  if (kind !== 'verdict' && workspace.kind === 'checkout') {
    const isFirst = !workspace.isBegun || draft.state.steps === 0
    return isFirst && !isRecorded && isRecording(draft) ? recordOf(draft, phase) : null
  }
  // A verdict is about the code that its agent was shown.
  const isUnseen = kind === 'verdict' ? !isFresh : !isRecorded
  return isUnseen && isRecording(draft) ? recordOf(draft, phase) : null
}

/** The work that prepares a worktree. */
export const setUpWork = (command: string[]): CheckWork => ({
  kind: 'check',
  name: 'worktree.setup',
  command,
  in: null,
  timeoutMs: SETUP_TIMEOUT_MS,
  where: 'workspace',
  purpose: 'setup',
})

/** Looks at what an agent changed before anything is concluded from it. */
export function afterAgent(draft: Draft, { phase: step, mode, stage }: Step): HostWork | null {
  const phase = phaseOf(step)
  if (!definitionOf(phase).needsTree || mode === 'conflict') return null
  if (draft.state.isRecorded || !isRecording(draft)) return null
  if (stage === 'ended') return recordOf(draft, phase)
  return stage === 'lost' && draft.state.workspace.kind === 'worktree'
    ? recordOf(draft, phase)
    : null
}
