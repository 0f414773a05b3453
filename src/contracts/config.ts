import { z } from 'zod'
import { agentPhaseSchema } from './phase-schemas.ts'

const minutes = z
  .number()
  .positive()
  .max(14 * 24 * 60)

export const agentNameSchema = z
  .string()
  .regex(
    /^(claude|codex|gemini|opencode|simulated|acp:[a-z0-9-]+)$/,
    'one of claude, codex, gemini, opencode, simulated, acp:<name>',
  )

/** Both files have this shape; the project's values win over the person's. */
export const configSchema = z.object({
  agent: agentNameSchema.optional(),
  agents: z.partialRecord(agentPhaseSchema, agentNameSchema).optional(),
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
      model: z.string().optional(),
      permissionMode: z
        .enum(['acceptEdits', 'auto', 'bypassPermissions', 'manual', 'dontAsk', 'plan'])
        .optional(),
      allowedTools: z.array(z.string()).optional(),
    })
    .optional(),
  simulated: z.object({ fast: z.boolean().optional() }).optional(),
})
export type Config = z.infer<typeof configSchema>
