import type { AgentPhase } from '../contracts/phases.ts'
import type { Rejection } from '../contracts/rejections.ts'
import type { Step } from '../contracts/run-state.ts'
import type { Draft } from './draft.ts'
import type { AgentFacts } from './facts.ts'

/** Who is to do it: the one chosen for this run, the planned one, or who stands in for a missing one. */
export function agentToLaunch(draft: Draft, phase: AgentPhase, last?: Step): string {
  const { agents } = draft.knownFacts
  const wanted = last?.agent ?? draft.state.agent ?? agents.planned[phase]
  if (agents.problems[wanted] === undefined) return wanted
  const to = standIn(agents, [wanted, ...(last?.tried ?? []).map(({ agent }) => agent)])
  if (to === null) return wanted
  draft.emit({ type: 'agent.switched', phase, from: wanted, to, why: 'missing' })
  return to
}

/** The first of the fallback list that is there and has not been tried. */
export const standIn = (agents: AgentFacts, tried: string[]): string | null =>
  agents.fallback.find((agent) => !tried.includes(agent) && agents.problems[agent] === undefined) ??
  null

/** Why nobody can do it; null when somebody can. */
export function nobodyFor(agents: AgentFacts, wanted: string): Rejection | null {
  const problem = agents.problems[wanted] ?? null
  return problem === null || standIn(agents, [wanted]) !== null ? null : problem
}
