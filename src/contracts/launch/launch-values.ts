import { z } from 'zod'
import { EFFORT, MODEL_NAME, TOOL_RULE } from './launch-patterns.ts'

export const sessionIdSchema = z.string().regex(/^[A-Za-z0-9][A-Za-z0-9_.:-]{0,199}$/)

export const modelNameSchema = z.string().regex(MODEL_NAME.pattern, MODEL_NAME.allowed)

export const effortSchema = z.string().regex(EFFORT.pattern, EFFORT.allowed)

/** An invalid id is treated as none: no agent could resume it. */
export const sessionIdOrNull = sessionIdSchema.nullable().catch(null)

export const toolRuleSchema = z.string().regex(TOOL_RULE.pattern, TOOL_RULE.allowed)
