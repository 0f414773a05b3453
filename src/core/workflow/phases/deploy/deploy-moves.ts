import type { Finding } from '../../../../contracts/asked/findings.ts'
import type { GitAct } from '../../../../contracts/host-steps.ts'
import type { PauseReason } from '../../../../contracts/reasons.ts'
import { withDetail } from '../../../words/finding-words.ts'
import type { Move } from '../../definition.ts'

export const git = (act: GitAct): Move => ({
  type: 'host-step',
  phase: 'deploy',
  work: { kind: 'git', act },
})

export const stop = (reason: PauseReason, finding: Finding): Move => ({
  type: 'pause',
  phase: 'deploy',
  reason,
  ...withDetail(finding),
})
