import type { AgentInfo } from '../../../contracts/launch/agent.ts'
import { isTalk } from '../../../contracts/phases.ts'
import type { Messages } from '../../i18n/messages.ts'
import { stepName } from '../../i18n/step-name.ts'

export function phaseWords({ ask, common, agents }: Messages, agent: AgentInfo): string {
  const { phase, round, attempt } = agent
  const parts = [isTalk(phase) ? ask.phases[phase] : stepName(common, phase)]
  if (round !== null) parts.push(agents.round(round))
  if (attempt > 1) parts.push(agents.attempt(attempt))
  return parts.join(' · ')
}
