import type { Phase } from '../../../contracts/phases.ts'
import type { Draft } from '../draft.ts'
import { announce } from '../finish.ts'
import { definitionOf, stepsFrom, workflowOf } from '../../workflow/workflows.ts'
import { allowedBudget } from '../../state/spent.ts'

/** Warns before the run about a money budget that cannot limit its agents. */
export function reportUnheldBudget(draft: Draft, from: Phase, chosen: string | null): void {
  const { usd } = allowedBudget(draft.knownFacts)
  if (usd === null) return
  const { planned, unreportedCost } = draft.knownFacts.agents
  const ahead =
    draft.state.mode === 'manual'
      ? definitionOf(from).steps.map(({ step }) => step)
      : stepsFrom(workflowOf(draft.state), from)
  const doing = ahead.map((phase) => chosen ?? planned[phase])
  const agents = [...new Set(doing)].filter((agent) => unreportedCost.includes(agent))
  if (agents.length > 0) announce(draft, draft.emit({ type: 'budget.unheld', usd, agents }))
}
