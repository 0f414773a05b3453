import type { HostEvents } from '../host-events.ts'
import type { LaunchKey } from '../../contracts/launch/agent.ts'
import { isRunAgentId } from '../../contracts/ids.ts'
import type { Happening } from '../../core/decide/events.ts'
import type { StepChange, StepEnd } from '../ports/step-runner.ts'
import type { Settings } from '../config/settings.ts'
import type { SpecOwner } from './owner.ts'

interface NewsParts {
  events: HostEvents
  settings: Settings
  now: () => string
}

interface StepRef {
  key: LaunchKey
  at: string
}

/** The event for the end of an agent or of a step of the host itself. */
export function endOf(step: StepRef, { outcome, ranMs, result }: StepEnd): Happening {
  if (isRunAgentId(step.key.agentId)) return { type: 'agent.ended', ...step, outcome, ranMs }
  return { type: 'host-step.ended', ...step, outcome, ranMs, result: result ?? null }
}

/** The event for a step that vanished or never started: it is to be started again. */
export function lossOf(step: StepRef, { outcome, ranMs }: StepEnd): Happening {
  if (isRunAgentId(step.key.agentId)) return { type: 'agent.lost', ...step, outcome, ranMs }
  return { type: 'host-step.lost', ...step, outcome, ranMs, result: null }
}

/** Sends the owner, even an idle one, what a step's change means: a late end is recorded. */
export function notifyOwner(parts: NewsParts, owner: SpecOwner, change: StepChange): void {
  const { key, status, end, question, info } = change
  const at = parts.now()
  if (info) parts.events.emit({ type: 'agent', agent: info })
  if (status === 'hang') return owner.send({ type: 'agent.hung', at, key })
  if (end) return owner.send(endOf({ key, at }, end))
  if (!isRunAgentId(key.agentId)) return
  if (question) {
    const until = new Date(Date.parse(question.askedAt) + parts.settings.answerMs).toISOString()
    return owner.send({ type: 'agent.asked', at, key, question, until })
  }
  const isKnown = owner.state.step?.agentId === key.agentId && owner.state.step.stage === 'running'
  if (isKnown) return owner.send({ type: 'agent.unhung', at, key })
  owner.send({ type: 'agent.started', at, key, agent: info?.agent ?? '' })
}
