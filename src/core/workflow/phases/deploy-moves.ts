import type { GitAct } from '../../../contracts/host-steps.ts'
import type { Move } from '../definition.ts'

export const git = (act: GitAct): Move => ({
  type: 'host-step',
  phase: 'deploy',
  work: { kind: 'git', act },
})

export const notVerified = (detail: string): Move => ({
  type: 'pause',
  phase: 'deploy',
  reason: 'not-verified',
  detail,
})
