import { failedOutcome } from '../../../contracts/launch/agent-outcomes.ts'
import type { AgentOutcome } from '../../../contracts/launch/agent.ts'
import { isRunAgentId } from '../../../contracts/ids.ts'
import { endOf, lossOf } from '../step-news.ts'
import type { Perform } from './effect-parts.ts'

export const adopt: Perform<'adopt'> = async ({ steps, now }, owner, { key }) => {
  const found = await steps.adopt(key)
  const at = now()
  const step = { key, at }
  switch (found.kind) {
    case 'running':
      if (!isRunAgentId(key.agentId)) return
      return owner.send({ type: 'agent.started', at, key, agent: found.agent })
    case 'ended': {
      // A stop by the user would be in the journal: this step was interrupted by the crash, so it
      // is repeated.
      if (found.outcome.status === 'interrupted')
        return owner.send(lossOf(step, { ...found, outcome: lost(found.outcome) }))
      return owner.send(endOf(step, found))
    }
    case 'lost':
      return owner.send(lossOf(step, found))
    case 'never-started':
      return owner.send(lossOf(step, { outcome: NEVER_STARTED, ranMs: null }))
    default:
      return found satisfies never
  }
}

const lost = (outcome: AgentOutcome): AgentOutcome => ({
  ...outcome,
  status: 'failed',
  cause: 'lost',
})

const NEVER_STARTED = failedOutcome('not-started', 'the agent was never started')
