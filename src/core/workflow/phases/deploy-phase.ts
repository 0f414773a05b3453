import type { Step } from '../../../contracts/run-state.ts'
import type { Draft } from '../../decide/draft.ts'
import type { Move, PhaseDefinition, StepDefinition } from '../definition.ts'
import { nextOfDeploy } from './deploy-steps.ts'

/** What git could not bring together is given to an agent, in the scratch worktree. */
const CONFLICT_STEP: StepDefinition = {
  step: 'deploy',
  files: () => [],
  reads: null,
  reopens: [],
  opensRound: false,
  runsDespiteNogo: true,
  findings: ({ phases }) =>
    (phases.deploy.conflict?.files ?? []).map((file) => `Git could not bring together: ${file}`),
  // Git says whether it is resolved.
  ended: (_draft: Draft, _step: Step): Move => ({
    type: 'host-step',
    phase: 'deploy',
    work: { kind: 'git', act: { type: 'continue-integration' } },
  }),
  counted: () => undefined,
}

export const DEPLOY: PhaseDefinition<'deploy'> = {
  phase: 'deploy',
  kind: 'release',
  steps: [CONFLICT_STEP],
  document: null,
  isApprovable: false,
  isGoByDefault: false,
  needsTree: true,
  loop: null,
  ticksTasks: false,
  workSurvives: false,
  lack: 'approved',
  after: null,
  isDone: (_state, { spec }) => spec.phase === 'deploy-complete' || spec.phase === 'deployed',
  start: nextOfDeploy,
  rest: nextOfDeploy,
  fix: null,
}
