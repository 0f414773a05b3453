import { NO_FLAGS } from '../../contracts/launch/run-flags.ts'
import type { AutoExecutionState, Spent } from '../../contracts/run-state.ts'

/**
 * What counts of a journal that goes on with entries which this computer did not write: `own` is
 * the state before them, `shown` the one after them. They say where the item stands and may demand
 * more work, but they grant nothing, prove nothing and reach no agent.
 */
export function withForeign(
  own: AutoExecutionState,
  shown: AutoExecutionState,
): AutoExecutionState {
  const { workflow, status, reason, detail, finding, phase, runId, stopSeq, lastSeq } = shown
  const hasOwnPlace = own.workspace.kind === 'worktree' || own.workspace.isBegun
  return {
    ...own,
    ...NO_FLAGS,
    workflow,
    status,
    reason,
    detail,
    finding,
    phase,
    runId,
    stopSeq,
    lastSeq,
    workspace: hasOwnPlace ? own.workspace : shown.workspace,
    redo: [...new Set([...own.redo, ...shown.redo])],
    strays: { ...shown.strays, ...own.strays },
    spent: { ...own.spent, spec: atLeast(own.spent.spec, shown.spent.spec) },
    // Others may have worked on the code since.
    tree: null,
    isRecorded: false,
    wasRecorded: false,
    isFresh: false,
    checks: {},
    verdict: null,
  }
}

/** A budget that is used up stays used up, and what was spent elsewhere counts here too. */
function atLeast(own: Spent, shown: Spent): Spent {
  const more = (one: number | null, other: number | null): number | null =>
    one === null || other === null ? (one ?? other) : Math.max(one, other)
  return {
    agents: Math.max(own.agents, shown.agents),
    ms: Math.max(own.ms, shown.ms),
    inputTokens: more(own.inputTokens, shown.inputTokens),
    outputTokens: more(own.outputTokens, shown.outputTokens),
    costUsd: more(own.costUsd, shown.costUsd),
    unreportedTokens: Math.max(own.unreportedTokens, shown.unreportedTokens),
    unreportedCost: Math.max(own.unreportedCost, shown.unreportedCost),
  }
}
