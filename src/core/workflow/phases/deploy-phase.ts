import type { PhaseDefinition } from '../definition.ts'

const UNAVAILABLE = 'deploy is not available in this version; set it to NOGO to stop runs before it'

export const DEPLOY: PhaseDefinition<'deploy'> = {
  phase: 'deploy',
  kind: 'release',
  steps: [],
  document: null,
  isApprovable: false,
  isGoByDefault: false,
  needsTree: false,
  loop: null,
  ticksTasks: false,
  workSurvives: false,
  lack: 'approved',
  after: null,
  unavailable: UNAVAILABLE,
  isDone: (_state, { spec }) => spec.phase === 'deploy-complete' || spec.phase === 'deployed',
  start: () => ({ type: 'pause', phase: 'deploy', reason: 'not-available', detail: UNAVAILABLE }),
  fix: null,
}
