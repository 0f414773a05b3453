import type { AgentInfo } from '../../../contracts/agent.ts'
import type { Messages } from '../../i18n/messages.ts'

export function phaseWords({ common, agents }: Messages, agent: AgentInfo): string {
  const { phase, round, attempt } = agent
  const name = phase === 'document-review-reply' ? common.reply : common.phases[phase]
  const parts = [name]
  if (round !== null) parts.push(agents.round(round))
  if (attempt > 1) parts.push(agents.attempt(attempt))
  return parts.join(' · ')
}
