import type { Segment } from '../../../contracts/views/insights.ts'
import type { Messages } from '../../i18n/messages.ts'
import { stepName } from '../../i18n/step-name.ts'
import type { GitAct } from '../../../contracts/host-steps.ts'
import type { Tone } from '../charts/tones.ts'

/** Describes a segment in a few words. */
export function segmentWords(m: Messages, segment: Segment): string {
  switch (segment.kind) {
    case 'agent': {
      const { step, agent, round, attempt, rerun } = segment
      const parts = [stepName(m.common, step)]
      if (round !== null) parts.push(m.agents.round(round))
      if (rerun > 0) parts.push(m.insights.rerun(rerun))
      if (attempt > 1) parts.push(m.agents.attempt(attempt))
      if (agent !== null) parts.push(agent)
      return parts.join(' · ')
    }
    case 'check':
      return m.insights.check(segment.name)
    case 'git':
      return m.now.git[segment.act as GitAct['type']] ?? segment.act
    case 'waiting':
      return m.insights.waiting[segment.for]
    case 'person':
      return segment.why === 'question'
        ? m.reasons.question.title
        : (m.reasons[segment.why]?.title ?? segment.why)
    default:
      return segment satisfies never
  }
}

export function toneOf(segment: Segment): Tone {
  if (segment.outcome === 'failed') return 'failed'
  switch (segment.kind) {
    case 'agent':
      return 'agent'
    case 'check':
    case 'git':
      return 'done'
    case 'waiting':
      return 'quiet'
    case 'person':
      return 'person'
    default:
      return segment satisfies never
  }
}
