import type { AgentInfo } from '../../contracts/launch/agent.ts'
import type { AutoExecutionState } from '../../contracts/run-state.ts'
import type { Now } from '../../contracts/views/now.ts'
import type { SpecStatus } from '../../contracts/views/status.ts'

/** What the host itself is doing for a run. */
export function hostNow(
  run: SpecStatus['run'],
  { hostStep }: Pick<AutoExecutionState, 'hostStep'>,
): Now | null {
  if (run.status !== 'running' || hostStep === null) return null
  const { work, since } = hostStep
  return work.kind === 'check'
    ? { verb: 'check', target: work.name, since }
    : { verb: 'git', target: work.act.type, since }
}

/**
 * What is being done for an item right now: by the host, or else by the agent that works for it.
 */
export function nowOf(
  { run, now }: Pick<SpecStatus, 'run' | 'now'>,
  agent: Pick<AgentInfo, 'now'> | null,
): Now | null {
  if (run.status !== 'running' || (run.waitingFor !== null && run.waitingFor !== 'answer'))
    return null
  return now ?? agent?.now ?? null
}
