import type { AgentCheck, Checkup } from '../../../contracts/views/settings-view.ts'
import type { ChecksView } from '../../../contracts/views/checks-view.ts'
import { BUILT_IN_AGENT } from '../../../core/agents/agent-table.ts'

export type StepState = 'done' | 'todo' | 'optional'

/** What is needed before the first spec, and the state of each. */
export interface FirstRunSteps {
  agent: { state: StepState; found: AgentCheck | null; why: 'ready' | 'log-in' | 'missing' }
  git: {
    state: StepState
    why: 'ready' | 'no-git' | 'not-a-repository' | 'unusable' | 'no-commit'
  }
  checks: { state: StepState; count: number }
}

export function firstRunSteps(checkup: Checkup, checks: ChecksView | null): FirstRunSteps {
  const count = checks?.checks.length ?? 0
  return {
    agent: agentStep(checkup.agents),
    git: gitStep(checkup.git),
    checks: { state: count > 0 ? 'done' : 'optional', count },
  }
}

/** Prefers an agent in use and logged in over one that is only installed. */
function agentStep(agents: readonly AgentCheck[]): FirstRunSteps['agent'] {
  const real = agents.filter(({ agent }) => agent !== BUILT_IN_AGENT)
  const ready = real.filter(({ state }) => state === 'ready')
  const used = ready.filter(({ usedFor }) => usedFor.length > 0)
  const candidates = [...used, ...ready]
  const loggedIn = candidates.find(({ login }) => login !== 'none')
  if (loggedIn !== undefined) return { state: 'done', found: loggedIn, why: 'ready' }
  const [found = null] = candidates
  if (found !== null) return { state: 'todo', found, why: 'log-in' }
  const wanted = real.find(({ usedFor }) => usedFor.length > 0) ?? real[0] ?? null
  return { state: 'todo', found: wanted, why: 'missing' }
}

function gitStep({ version, repository }: Checkup['git']): FirstRunSteps['git'] {
  if (version === null || repository === 'no-git') return { state: 'optional', why: 'no-git' }
  if (repository === 'not-a-repository') return { state: 'optional', why: 'not-a-repository' }
  if (repository === 'unusable') return { state: 'optional', why: 'unusable' }
  if (repository === 'no-commit') return { state: 'optional', why: 'no-commit' }
  return { state: 'done', why: 'ready' }
}
