import type { Step } from '../../../../contracts/run-state.ts'
import type { Draft } from '../../../decide/draft.ts'
import type { Move, PhaseDefinition, StepDefinition } from '../../definition.ts'
import { nextOfDeploy } from './deploy-steps.ts'

/** An agent gets what git could not merge, or what fails once merged with the base. */
const STEP: StepDefinition = {
  step: 'deploy',
  files: () => [],
  reads: null,
  reopens: [],
  opensRound: false,
  runsDespiteNogo: true,
  findings: ({ phases }) =>
    (phases.deploy.conflict?.files ?? []).map((file) => `Git could not bring together: ${file}`),
  ended: (draft: Draft, { mode }: Step): Move =>
    mode === 'repair' ? nextOfDeploy(draft) : RESOLVED,
  counted: () => undefined,
}

/** Git decides whether the conflict really is resolved. */
const RESOLVED: Move = {
  type: 'host-step',
  phase: 'deploy',
  work: { kind: 'git', act: { type: 'continue-integration' } },
}

export const DEPLOY: PhaseDefinition<'deploy'> = {
  phase: 'deploy',
  kind: 'release',
  steps: [STEP],
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
