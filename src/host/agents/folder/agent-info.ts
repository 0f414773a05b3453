import type {
  AgentInfo,
  AgentOutcome,
  AgentRecord,
  LaunchKey,
} from '../../../contracts/launch/agent.ts'

type Launched = Omit<
  AgentInfo,
  | 'sessionId'
  | 'status'
  | 'pid'
  | 'endedAt'
  | 'lastOutputAt'
  | 'usage'
  | 'message'
  | 'question'
  | 'now'
>

export const infoOfRecord = (record: AgentRecord): Launched => {
  const { item, phase, round, agent, model, startedAt } = record
  return { ...keyOfRecord(record), item, phase, round, agent, model, startedAt }
}

export const keyOfRecord = ({ runId, stepId, attempt, agentId }: LaunchKey): LaunchKey => ({
  runId,
  stepId,
  attempt,
  agentId,
})

export const byStart = (a: AgentInfo, b: AgentInfo): number =>
  a.startedAt < b.startedAt ? -1 : a.startedAt > b.startedAt ? 1 : 0

export const endedInfo = (
  info: AgentInfo,
  { outcome, endedAt }: { outcome: AgentOutcome; endedAt: string },
): AgentInfo => ({
  ...info,
  status: outcome.status,
  sessionId: outcome.sessionId ?? info.sessionId,
  usage: outcome.usage,
  message: outcome.message || null,
  question: null,
  now: null,
  endedAt,
})
