import type { ReplyMode } from '../../../contracts/journal.ts'
import type { Phase } from '../../../contracts/phases.ts'
import type { AutoExecutionState } from '../../../contracts/run-state.ts'
import type { Draft } from '../../decide/draft.ts'
import type { FailedCheck } from '../../decide/effects.ts'
import { treeOf, workOf } from '../../state/code-tree.ts'
import type { Move } from '../definition.ts'

type Where = 'workspace' | 'scratch'

/** What the declared checks say about the code: all pass, some fail, or one has yet to run. */
export type ChecksVerdict =
  | { type: 'passed' }
  | { type: 'failed'; names: string[] }
  | { type: 'run'; move: Move }

/** A result for other code does not count, and a failure counts only until more work is done. */
export function checksRule(draft: Draft, phase: Phase, where: Where): ChecksVerdict {
  const { state, knownFacts } = draft
  const tree = treeOf(state, where)
  const resultOf = (name: string) => {
    const found = state.checks[name]
    if (found === undefined || found.tree !== tree) return null
    // It may be fixed by something outside the tree, such as an installed package.
    return found.result === 'failed' && found.after !== workOf(state) ? null : found.result
  }
  const next = knownFacts.checks.find(({ name }) => resultOf(name) === null)
  if (next !== undefined) {
    const { name, command, timeoutMs } = next
    const work = {
      kind: 'check',
      name,
      command,
      in: next.in,
      timeoutMs,
      where,
      purpose: 'check',
    } as const
    return { type: 'run', move: { type: 'host-step', phase, work } }
  }
  const names = knownFacts.checks
    .map(({ name }) => name)
    .filter((name) => resultOf(name) === 'failed')
  return names.length === 0 ? { type: 'passed' } : { type: 'failed', names }
}

/** The failed checks that an agent that works on the code has to deal with. */
export function failingChecks(
  { checks, tree, phases }: AutoExecutionState,
  mode: ReplyMode | null,
): FailedCheck[] {
  // A repair concerns a tree that is not in the workspace yet.
  const repaired = mode === 'repair' ? (phases.deploy.repair?.checks ?? []) : []
  return Object.entries(checks)
    .filter(
      ([name, check]) =>
        check.result === 'failed' && (check.tree === tree || repaired.includes(name)),
    )
    .map(([name, { exitCode, isTimeout, log }]) => ({ name, exitCode, isTimeout, log }))
}
