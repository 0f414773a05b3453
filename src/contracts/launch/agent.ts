import { z } from 'zod'
import { PROBLEM_KINDS } from '../problem-kinds.ts'
import { agentIdSchema, runIdSchema, stepIdSchema, workItemSchema } from '../ids.ts'
import { sessionIdOrNull } from './launch-values.ts'
import type { PERMISSION_MODES } from './permission-modes.ts'
import { agentPhaseSchema } from '../phase-schemas.ts'
import { TALKS } from '../phases.ts'
import { nowSchema } from '../views/now.ts'

export const AGENT_STATUSES = ['running', 'completed', 'interrupted', 'hang', 'failed'] as const
const agentStatusSchema = z.enum(AGENT_STATUSES)
export type AgentStatus = z.infer<typeof agentStatusSchema>

export const usageSchema = z.object({
  inputTokens: z.number().nonnegative(),
  outputTokens: z.number().nonnegative(),
  /** Absent means unknown: an unknown cost is never shown as zero. */
  costUsd: z.number().nonnegative().optional(),
  /** It used at least this; the rest was not reported. */
  isPartial: z.literal(true).optional(),
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
  'timeout',
] as const
export const agentEndCauseSchema = z.enum(AGENT_END_CAUSES)
export type AgentEndCause = z.infer<typeof agentEndCauseSchema>

/** What kept an agent from working at all, as far as its CLI says. */
export const agentProblemSchema = z.object({
  kind: z.enum(PROBLEM_KINDS),
  /** When the quota is expected to reset (ISO); null when unknown. */
  retryAt: z.string().nullable(),
})
export type AgentProblem = z.infer<typeof agentProblemSchema>

export const permissionAnswerSchema = z.enum(['allow', 'allow-always', 'deny'])
export type PermissionAnswer = z.infer<typeof permissionAnswerSchema>

export type PermissionMode = (typeof PERMISSION_MODES)[number]

/** A question of an agent that waits for the user's answer. */
const agentQuestionSchema = z.object({
  id: z.string(),
  tool: z.string(),
  /** The tool's main argument in one line. */
  summary: z.string(),
  askedAt: z.string(),
})
export type AgentQuestion = z.infer<typeof agentQuestionSchema>

export const agentOutcomeSchema = z.object({
  status: z.enum(['completed', 'failed', 'interrupted']),
  cause: agentEndCauseSchema,
  exitCode: z.number().int().nullable(),
  signal: z.string().nullable(),
  message: z.string(),
  sessionId: sessionIdOrNull,
  usage: usageSchema.nullable(),
  /** Tools the agent wanted and was not allowed to use. */
  deniedTools: z.array(z.string()),
  /** Absent in files of an earlier version. */
  problem: agentProblemSchema.nullable().default(null),
})
export type AgentOutcome = z.infer<typeof agentOutcomeSchema>

/** Which launch of which step an agent belongs to; an event of any other launch is ignored. */
export const launchKeySchema = z.object({
  runId: runIdSchema,
  stepId: stepIdSchema,
  attempt: z.number().int().positive(),
  agentId: agentIdSchema,
})
export type LaunchKey = z.infer<typeof launchKeySchema>

/** `record.json` in the agent's folder: written before the process is started. */
export const agentRecordSchema = launchKeySchema.extend({
  item: workItemSchema,
  phase: z.union([agentPhaseSchema, z.enum(TALKS)]),
  round: z.number().int().positive().nullable(),
  agent: z.string(),
  command: z.string(),
  args: z.array(z.string()),
  cwd: z.string(),
  sessionId: sessionIdOrNull,
  /** The requested model; null: the CLI chooses. Absent in files of an earlier version. */
  model: z.string().nullable().default(null),
  startedAt: z.string(),
  /** The journal's seq at launch: a journal that ends before this was rolled back. */
  seq: z.number().int().nonnegative(),
  /** The control group of all its processes; absent where the host may not create one. */
  cgroup: z.string().optional(),
  /** Its time limit, also enforced by a host that did not start it. */
  timeoutMs: z.number().positive().optional(),
})
export type AgentRecord = z.infer<typeof agentRecordSchema>

/** Records of an earlier version name their spec as `feature`. */
export const storedRecordSchema = z.preprocess(
  (value) =>
    typeof value === 'object' && value !== null && 'feature' in value
      ? { item: { kind: 'spec', name: value.feature }, ...value }
      : value,
  agentRecordSchema,
)

export const agentInfoSchema = agentRecordSchema
  .pick({
    agentId: true,
    runId: true,
    stepId: true,
    attempt: true,
    item: true,
    phase: true,
    round: true,
    agent: true,
    startedAt: true,
    sessionId: true,
    model: true,
  })
  .extend({
    status: agentStatusSchema,
    pid: z.number().int().nullable(),
    endedAt: z.string().nullable(),
    lastOutputAt: z.string().nullable(),
    usage: usageSchema.nullable(),
    message: z.string().nullable(),
    question: agentQuestionSchema.nullable().default(null),
    /** What a running agent is doing right now. */
    now: nowSchema.nullable().default(null),
    /** In a fleet: the worker that runs it. */
    worker: z.string().optional(),
  })
export type AgentInfo = z.infer<typeof agentInfoSchema>
