import type { Need } from '../../../core/views/needs-you.ts'
import type { Messages } from '../../i18n/messages.ts'
import { stepName } from '../../i18n/step-name.ts'

export function phaseOfNeed({ common }: Messages, need: Need): string | null {
  if (need.kind === 'hang') return stepName(common, need.agent.phase)
  return need.phase === null ? null : common.phases[need.phase]
}
