import type { Line } from './repository.ts'

export const RUN = { runId: 'run_x', phase: 'requirements' }
export const LAUNCH = { stepId: 'step_x_1', attempt: 1, agentId: 'agent_x_1_1' }

export const started = (agent: string | null): Line => ({
  type: 'run.started',
  ...RUN,
  agent,
  roundLimit: 7,
  mode: 'auto',
  replyMode: 'autofix',
})

export const step = (more: object = {}): Line => ({
  type: 'step.started',
  ...LAUNCH,
  ...RUN,
  round: null,
  mode: null,
  before: {},
  resumeSessionId: null,
  agent: null,
  ...more,
})
