import type { HostEvents } from '../host-events.ts'
import type { StepChange } from '../ports/step-runner.ts'
import type { Settings } from '../config/settings.ts'
import type { SpecOwner } from './owner.ts'

interface NewsParts {
  events: HostEvents
  settings: Settings
  now: () => string
}

/** What a step's change means to its owner, also to one that rests: a late end is recorded. */
export function notifyOwner(parts: NewsParts, owner: SpecOwner, change: StepChange): void {
  const { key, status, end, question, info } = change
  const at = parts.now()
  if (info) parts.events.emit({ type: 'agent', agent: info })
  if (status === 'hang') return owner.send({ type: 'agent.hung', at, key })
  if (end) return owner.send({ type: 'agent.ended', at, key, ...end })
  if (question) {
    const until = new Date(Date.parse(question.askedAt) + parts.settings.answerMs).toISOString()
    return owner.send({ type: 'agent.asked', at, key, question, until })
  }
  const isNews = owner.state.step?.agentId === key.agentId && owner.state.step.stage === 'running'
  if (isNews) return owner.send({ type: 'agent.unhung', at, key })
  owner.send({ type: 'agent.started', at, key, agent: info?.agent ?? '' })
}
