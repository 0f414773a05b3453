import type { AgentOutcome } from '../../../contracts/agent.ts'
import type { Perform } from './effect-parts.ts'

export const adopt: Perform<'adopt'> = async ({ steps, now }, owner, { key }) => {
  const found = await steps.adopt(key)
  const at = now()
  switch (found.kind) {
    case 'running':
      return owner.send({ type: 'agent.started', at, key, agent: found.agent })
    case 'ended': {
      const { outcome, ranMs } = found
      // A person's stop is journalled first: this one was the dead host's own, and is made good.
      if (outcome.status === 'interrupted')
        return owner.send({ type: 'agent.lost', at, key, outcome: lost(outcome), ranMs })
      return owner.send({ type: 'agent.ended', at, key, outcome, ranMs })
    }
    case 'lost': {
      const { outcome, ranMs } = found
      return owner.send({ type: 'agent.lost', at, key, outcome, ranMs })
    }
    case 'never-started':
      return owner.send({ type: 'agent.lost', at, key, outcome: NEVER_STARTED, ranMs: null })
    default:
      return found satisfies never
  }
}

const lost = (outcome: AgentOutcome): AgentOutcome => ({
  ...outcome,
  status: 'failed',
  cause: 'lost',
})

const NEVER_STARTED: AgentOutcome = {
  status: 'failed',
  cause: 'not-started',
  exitCode: null,
  signal: null,
  message: 'the agent was never started',
  sessionId: null,
  usage: null,
  deniedTools: [],
  problem: null,
}
