import type { PermissionMode } from '../../../contracts/launch/agent.ts'
import type { AgentPhase } from '../../../contracts/phases.ts'
import type { Rejection } from '../../../contracts/rejections.ts'
import type { Step } from '../../../contracts/run-state.ts'
import type { Draft } from '../draft.ts'
import type { AgentFacts } from '../facts.ts'
import { stepOf } from '../../workflow/workflows.ts'

/** The work that an agent is needed for, and what was chosen for its run. */
export interface AgentNeed {
  phase: AgentPhase
  permission: PermissionMode | null
}

/**
 * The agent to use: the one chosen for this run, the planned one, or the fallback for a missing
 * one.
 */
export function agentToLaunch(draft: Draft, phase: AgentPhase, last?: Step): string {
  const { agents } = draft.knownFacts
  const { agent, permission } = draft.state
  const wanted = last?.agent ?? agent ?? agents.planned[phase]
  if (agents.problems[wanted] === undefined) return wanted
  const tried = [wanted, ...(last?.tried ?? []).map((attempt) => attempt.agent)]
  const to = fallbackFor(agents, { phase, permission }, tried)
  if (to === null) return wanted
  draft.emit({ type: 'agent.switched', phase, from: wanted, to, why: 'missing' })
  return to
}

/**
 * The first fallback agent that is available, has not been tried and can ask where it has to; for a
 * step that judges work, preferably not the agent that does that work.
 */
export function fallbackFor(agents: AgentFacts, need: AgentNeed, tried: string[]): string | null {
  const fits = (agent: string): boolean =>
    !tried.includes(agent) &&
    agents.problems[agent] === undefined &&
    !isUnableToAsk(agents, need, agent)
  const fitting = agents.fallback.filter(fits)
  const { judges } = stepOf(need.phase)
  const maker = judges === undefined ? null : agents.planned[judges]
  return fitting.find((agent) => agent !== maker) ?? fitting[0] ?? null
}

/** In mode `ask` an agent that cannot ask would be denied everything its phase needs. */
export function isUnableToAsk(agents: AgentFacts, need: AgentNeed, agent: string): boolean {
  const { phase, permission } = need
  const isAsking = permission === null ? agents.asking.includes(phase) : permission === 'ask'
  return isAsking && agents.cannotAsk.includes(agent)
}

/** Why no agent can do the work; null if one can. */
export function missingAgent(
  agents: AgentFacts,
  need: AgentNeed,
  wanted: string,
): Rejection | null {
  const problem = agents.problems[wanted] ?? null
  return problem === null || fallbackFor(agents, need, [wanted]) !== null ? null : problem
}
