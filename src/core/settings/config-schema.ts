import { z } from 'zod'
import { modelNameSchema } from '../../contracts/launch/launch-values.ts'
import { agentPhaseSchema } from '../../contracts/phase-schemas.ts'
import { AGENT_PHASES, type AgentPhase } from '../../contracts/phases.ts'
import type { AcpAgent } from '../agents/acp.ts'
import { AGENT_CHOICES, AGENTS, isAgentName, type OwnSettings } from '../agents/agent-table.ts'
import { checksSchema, commandSchema, worktreeSchema } from './command-schemas.ts'
import { fitsNumber, type Held, type HeldIn, type Setting, type SettingValue } from './setting.ts'
import { GROUPED_SETTINGS, PHASE_SETTINGS, PLAIN_SETTINGS } from './setting-table.ts'

type Phases = typeof PHASE_SETTINGS

/** Both files have this shape; the project's values win over the user's. */
export type Config = HeldIn<typeof PLAIN_SETTINGS> & {
  [G in keyof typeof GROUPED_SETTINGS]?: HeldIn<(typeof GROUPED_SETTINGS)[G]> | undefined
} & { [A in keyof OwnSettings]?: HeldIn<OwnSettings[A]> | undefined } & {
  [G in keyof Phases]?: { [P in AgentPhase]?: Held<Phases[G]['value']> | undefined } | undefined
} & {
  models?: Record<string, string> | undefined
  acp?: Record<string, AcpAgent> | undefined
}

const agentName = z.string().refine(isAgentName, `one of ${AGENT_CHOICES.join(', ')}`)

const modelKey = z
  .string()
  .refine(
    (key) => isAgentName(key) || (AGENT_PHASES as readonly string[]).includes(key),
    'the name of an agent or of a phase',
  )

function schemaOf(value: SettingValue): z.ZodType {
  switch (value.kind) {
    case 'number':
      return z.number().refine((given) => fitsNumber(value, given))
    case 'switch':
      return z.boolean()
    case 'choice':
      return z.enum(value.options)
    case 'text':
      return z.string().regex(value.pattern)
    case 'checks':
      return checksSchema(value.minutes)
    case 'worktree':
      return worktreeSchema
    case 'list': {
      if (value.of === 'words') return commandSchema
      const list = z.array(value.of === 'agents' ? agentName : z.string())
      return value.isFilled === true ? list.min(1) : list
    }
    case 'agent':
      return agentName
    default:
      return value satisfies never
  }
}

const shapeOf = (settings: Readonly<Record<string, Setting>>): z.ZodRawShape =>
  mapped(settings, ({ value }) => schemaOf(value).optional())

const objectOf = (settings: Readonly<Record<string, Setting>>): z.ZodType =>
  z.object(shapeOf(settings)).optional()

const mapped = <T>(entries: Readonly<Record<string, T>>, of: (one: T) => z.ZodType) =>
  Object.fromEntries(Object.entries(entries).map(([name, one]) => [name, of(one)]))

const acpSchema = z.record(
  z.string().regex(/^[a-z0-9-]+$/, 'a name of lower-case letters, digits and dashes'),
  z.object({
    command: z.string().min(1),
    args: z.array(z.string()).optional(),
    env: z.record(z.string(), z.string()).optional(),
    asks: z.boolean().optional(),
  }),
)

/** Built from the setting table, so that both allow the same values. */
export const configSchema = z.object({
  ...shapeOf(PLAIN_SETTINGS),
  ...mapped(PHASE_SETTINGS, ({ value }) =>
    z.partialRecord(agentPhaseSchema, schemaOf(value)).optional(),
  ),
  ...mapped(GROUPED_SETTINGS, objectOf),
  ...Object.fromEntries(
    AGENTS.filter(({ settings }) => Object.keys(settings).length > 0).map(({ name, settings }) => [
      name,
      objectOf(settings),
    ]),
  ),
  models: z.record(modelKey, modelNameSchema).optional(),
  acp: acpSchema.optional(),
}) as unknown as z.ZodType<Config> & { readonly shape: z.ZodRawShape }
