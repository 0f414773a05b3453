import { z } from 'zod'
import { phaseSchema } from '../../contracts/phase-schemas.ts'
import { WORKFLOW_NAMES } from '../../contracts/phases.ts'
import { COMPLETION_REASONS, ERROR_REASONS, PAUSE_REASONS } from '../../contracts/reasons.ts'
import { BUG_PHASES, SPEC_PHASES } from '../../contracts/spec-json.ts'
import { ITEM_KINDS } from '../../contracts/work-item.ts'

/** The schema of a `--json` line; it has no other fields. */
export const line = <T extends string, S extends z.ZodRawShape>(type: T, shape: S) =>
  z.strictObject({ type: z.literal(type), ...shape })

export const kind = z.enum(ITEM_KINDS)
export const workflow = z.enum(WORKFLOW_NAMES)
export const recordPhase = z.enum([...SPEC_PHASES, ...BUG_PHASES]).meta({ title: 'progress' })
/** The documentation shows the title instead of the values. */
export const reason = z
  .enum([...COMPLETION_REASONS, ...PAUSE_REASONS, ...ERROR_REASONS])
  .meta({ title: 'reason' })
export const runStatus = z.enum(['idle', 'queued', 'running', 'paused', 'completed', 'error'])
export const at = z.iso.datetime().describe('UTC')
export const count = z.number().int().nonnegative()
export const permissions = z
  .record(z.string(), z.boolean())
  .describe('true is GO, false NOGO, by phase')

/** One of the two is set: the item's name, under the key of its kind. */
export const named = {
  feature: z.string().optional().describe('the name, of a spec'),
  bug: z.string().optional().describe('the name, of a bug'),
}

const tally = { done: count, total: count }
export const tasks = z
  .strictObject({ ...tally, optional: z.strictObject(tally) })
  .nullable()
  .describe('done and total count required tasks; null: no tasks.md that can be read')

export const spent = z.strictObject({
  agents: count,
  ms: z.number(),
  inputTokens: z.number().nullable(),
  outputTokens: z.number().nullable(),
  costUsd: z.number().nullable().describe('null: no agent reported it'),
  unreportedTokens: count.describe('agents that reported no tokens'),
  unreportedCost: count.describe('agents that reported no cost'),
})

export const ms = z.number().describe('milliseconds')
export const time = z.strictObject({
  agentMs: ms,
  hostMs: ms.describe('milliseconds of checks and git'),
  waitingMs: ms,
  personMs: ms.describe('milliseconds from a pause, an error or a question until you continue'),
  totalMs: ms,
})

export const workspace = z.strictObject({
  kind: z.enum(['checkout', 'worktree']),
  path: z.string().optional(),
  branch: z.string().optional(),
  base: z.string().optional(),
})

export const deploy = z.strictObject({
  state: z.enum(['none', 'queued', 'running', 'done', 'paused']),
  commit: z.string().nullable(),
  url: z.string().nullable().describe('of the pull request'),
  queued: z.strictObject({ base: z.string(), at: z.string() }).nullable(),
  conflicts: z.array(z.string()),
})

export const phase = phaseSchema.meta({ title: 'phase' })
export const checkResult = z.enum(['passed', 'failed', 'stale', 'never'])
