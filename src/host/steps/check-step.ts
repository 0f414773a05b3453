import type { PreparedAgent } from '../agents/agent-registry.ts'
import type { StepRequestOf } from '../ports/step-runner.ts'
import type { AgentStepParts } from './agent-step.ts'

/** A command of the person's, run like an agent: own group, own log, adopted after a crash. */
export function prepareCheck(_parts: AgentStepParts, step: StepRequestOf<'check'>): PreparedAgent {
  throw new Error(`check ${step.launch.work.name} cannot be run yet`)
}
