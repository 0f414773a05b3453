import type { Phase } from '../../contracts/phases.ts'
import { AGENT_PHASES } from '../../contracts/phases.ts'
import { phasesFrom } from '../../contracts/spec-json.ts'
import type { Draft } from './draft.ts'
import { announce } from './finish.ts'
import { phaseOf } from './launch-step.ts'
import { allowedBudget } from '../state/spent.ts'

/** Said before the run: a budget in money that its agents cannot be held to. */
export function tellUnheldBudget(draft: Draft, from: Phase, chosen: string | null): void {
  const { usd } = allowedBudget(draft.knownFacts)
  if (usd === null) return
  const { planned, unreportedCost } = draft.knownFacts.agents
  const ahead = draft.state.mode === 'manual' ? [from] : phasesFrom(from)
  const doing = AGENT_PHASES.filter((phase) => ahead.includes(phaseOf(phase))).map(
    (phase) => chosen ?? planned[phase],
  )
  const agents = [...new Set(doing)].filter((agent) => unreportedCost.includes(agent))
  if (agents.length > 0) announce(draft, draft.emit({ type: 'budget.unheld', usd, agents }))
}
