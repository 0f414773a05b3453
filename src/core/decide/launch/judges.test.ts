import { expect, it } from 'vitest'
import { AGENT_PHASES, type AgentPhase } from '../../../contracts/phases.ts'
import type { AgentFacts } from '../facts.ts'
import { fallbackFor } from './agent-choice.ts'

const facts = (fallback: string[]): AgentFacts => ({
  planned: Object.fromEntries(AGENT_PHASES.map((phase) => [phase, 'claude'])) as Record<
    AgentPhase,
    string
  >,
  fallback,
  problems: {},
  canResume: [],
  asking: [],
  cannotAsk: [],
  unreportedCost: [],
})

const forPhase = (phase: AgentPhase, fallback: string[]): string | null =>
  fallbackFor(facts(fallback), { phase, permission: null }, ['codex'])

it.each(['document-review', 'inspection', 'verify'] as const)(
  'who stands in for the judge of %s is rather not the one that did the work',
  (phase) => {
    expect(forPhase(phase, ['claude', 'gemini'])).toBe('gemini')
    expect(forPhase(phase, ['claude'])).toBe('claude')
    expect(forPhase(phase, ['codex'])).toBeNull()
  },
)

it('for any other work the order of the list counts', () => {
  expect(forPhase('impl', ['claude', 'gemini'])).toBe('claude')
})
