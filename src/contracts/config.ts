import { z } from 'zod'
import { PERMISSION_MODES } from './agent.ts'
import { effortSchema, modelNameSchema } from './launch-values.ts'
import { agentPhaseSchema } from './phase-schemas.ts'
import { AGENT_PHASES } from './phases.ts'

const minutes = z
  .number()
  .positive()
  .max(14 * 24 * 60)

const AGENT_NAME = /^(claude|codex|gemini|opencode|simulated|acp:[a-z0-9-]+)$/

const agentNameSchema = z
  .string()
  .regex(AGENT_NAME, 'one of claude, codex, gemini, opencode, simulated, acp:<name>')

const modelKeySchema = z
  .string()
  .refine(
    (key) => AGENT_NAME.test(key) || (AGENT_PHASES as readonly string[]).includes(key),
    'the name of an agent or of a phase',
  )

/** Every phase has to write a document, and in `plan` none could. */
const permissionSchema = z.enum(PERMISSION_MODES).exclude(['plan'])

export const budgetSchema = z.object({
  usd: z.number().positive().optional(),
  tokens: z.number().int().positive().optional(),
  minutes: z.number().positive().optional(),
})

/** Both files have this shape; the project's values win over the person's. */
export const configSchema = z.object({
  agent: agentNameSchema.optional(),
  agents: z.partialRecord(agentPhaseSchema, agentNameSchema).optional(),
  /** By agent or by phase; the phase's counts as long as the agent chosen for it does it. */
  models: z.record(modelKeySchema, modelNameSchema).optional(),
  effort: z.partialRecord(agentPhaseSchema, effortSchema).optional(),
  permission: permissionSchema.optional(),
  permissions: z.partialRecord(agentPhaseSchema, permissionSchema).optional(),
  /** Who takes over, in this order, when an agent is missing, not logged in or out of quota. */
  fallback: z.array(agentNameSchema).optional(),
  /** What every spec may cost that has no budget of its own. */
  budget: budgetSchema.optional(),
  answerMinutes: minutes.optional(),
  acp: z
    .record(
      z.string().regex(/^[a-z0-9-]+$/, 'a name of lower-case letters, digits and dashes'),
      z.object({
        command: z.string().min(1),
        args: z.array(z.string()).optional(),
        env: z.record(z.string(), z.string()).optional(),
        asks: z.boolean().optional(),
      }),
    )
    .optional(),
  notify: z
    .object({
      command: z.array(z.string()).min(1).optional(),
      webhook: z.url({ protocol: /^https?$/, error: 'an http or https address' }).optional(),
    })
    .optional(),
  concurrency: z.number().int().min(1).max(1000).optional(),
  timeoutMinutes: z.partialRecord(agentPhaseSchema, minutes).optional(),
  hangMinutes: minutes.optional(),
  graceSeconds: z.number().min(0).max(600).optional(),
  /** So long the logs of agents that have ended are kept. */
  logRetentionDays: z.number().min(1).max(36_500).optional(),
  exclusiveWorkingTree: z.boolean().optional(),
  language: z
    .string()
    .regex(/^[a-z]{2}(-[A-Za-z]+)?$/, 'a language code such as en, ja or pt-BR')
    .optional(),
  claude: z
    .object({
      model: modelNameSchema.optional(),
      permissionMode: z
        .enum(['acceptEdits', 'auto', 'bypassPermissions', 'manual', 'dontAsk'])
        .optional(),
      allowedTools: z.array(z.string()).optional(),
    })
    .optional(),
  simulated: z.object({ fast: z.boolean().optional() }).optional(),
})
export type Config = z.infer<typeof configSchema>
