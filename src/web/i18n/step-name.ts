import type { AgentPhase, Phase } from '../../contracts/phases.ts'

interface Names {
  phases: Record<Phase, string>
  reply: string
  clarify: string
}

/** The name of what an agent is started for; an unknown one stays as it is. */
export function stepName({ phases, reply, clarify }: Names, step: string): string {
  const names: Record<AgentPhase | Phase, string> = {
    ...phases,
    clarify,
    'document-review-reply': reply,
  }
  return (names as Record<string, string>)[step] ?? step
}
