import { z } from 'zod'
import { agentIdSchema, featureNameSchema, runIdSchema, stepIdSchema } from './ids.ts'
import { agentPhaseSchema } from './phase-schemas.ts'

export const AGENT_STATUSES = ['running', 'completed', 'interrupted', 'hang', 'failed'] as const
const agentStatusSchema = z.enum(AGENT_STATUSES)
export type AgentStatus = z.infer<typeof agentStatusSchema>

const usageSchema = z.object({
  inputTokens: z.number().nonnegative(),
  outputTokens: z.number().nonnegative(),
  /** Absent means unknown: an unknown cost is never shown as zero. */
  costUsd: z.number().nonnegative().optional(),
})
export type Usage = z.infer<typeof usageSchema>

/** Why an agent ended as it did; decisions are made on this, never on `message`. */
const AGENT_END_CAUSES = [
  'success',
  'exit-code',
  'signal',
  'no-terminal-event',
  'agent-error',
  'not-started',
  'lost',
  'stopped',
] as const
export const agentEndCauseSchema = z.enum(AGENT_END_CAUSES)
export type AgentEndCause = z.infer<typeof agentEndCauseSchema>

export const agentOutcomeSchema = z.object({
  status: z.enum(['completed', 'failed', 'interrupted']),
  cause: agentEndCauseSchema,
  exitCode: z.number().int().nullable(),
  signal: z.string().nullable(),
  message: z.string(),
  sessionId: z.string().nullable(),
  usage: usageSchema.nullable(),
  /** Tools the agent wanted and was not allowed to use. */
  deniedTools: z.array(z.string()),
})
export type AgentOutcome = z.infer<typeof agentOutcomeSchema>

/** Which launch of which step an agent belongs to; an event of any other launch is ignored. */
const launchKeySchema = z.object({
  runId: runIdSchema,
  stepId: stepIdSchema,
  attempt: z.number().int().positive(),
  agentId: agentIdSchema,
})
export type LaunchKey = z.infer<typeof launchKeySchema>

/** `record.json` in the agent's folder: written before the process is started. */
export const agentRecordSchema = launchKeySchema.extend({
  feature: featureNameSchema,
  phase: agentPhaseSchema,
  round: z.number().int().positive().nullable(),
  agent: z.string(),
  command: z.string(),
  args: z.array(z.string()),
  cwd: z.string(),
  sessionId: z.string().nullable(),
  startedAt: z.string(),
  /** The journal's seq at launch: a journal that ends before it went back in time. */
  seq: z.number().int().nonnegative(),
})
export type AgentRecord = z.infer<typeof agentRecordSchema>

export const agentInfoSchema = agentRecordSchema
  .pick({
    agentId: true,
    runId: true,
    stepId: true,
    attempt: true,
    feature: true,
    phase: true,
    round: true,
    agent: true,
    startedAt: true,
    sessionId: true,
  })
  .extend({
    status: agentStatusSchema,
    pid: z.number().int().nullable(),
    endedAt: z.string().nullable(),
    lastOutputAt: z.string().nullable(),
    usage: usageSchema.nullable(),
    message: z.string().nullable(),
  })
export type AgentInfo = z.infer<typeof agentInfoSchema>
