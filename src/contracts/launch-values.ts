import { z } from 'zod'

/**
 * Values that come from files or from what an agent printed, and end up on a command line. None can
 * begin with a dash: that would be an option of the program that gets it.
 */
export const sessionIdSchema = z.string().regex(/^[A-Za-z0-9][A-Za-z0-9_.:-]{0,199}$/)

export const modelNameSchema = z
  .string()
  .regex(
    /^[A-Za-z0-9][A-Za-z0-9_.:/@[\]-]{0,199}$/,
    'the name of a model: letters, digits and . _ : / @ [ ] - only',
  )

export const effortSchema = z
  .string()
  .regex(/^[a-z][a-z0-9-]{0,29}$/, 'one word such as low, medium or high')

/** An id that no agent can be asked to go on with is as good as none. */
export const sessionIdOrNull = sessionIdSchema.nullable().catch(null)

/** A tool, with what it may be used for in brackets: `Edit`, `Bash(npm test:*)`. */
export const toolRuleSchema = z
  .string()
  .regex(
    /^[A-Za-z][\w-]{0,99}(\([^()\p{Cc}]{1,199}\))?$/u,
    'a tool such as Edit or Bash(npm test:*)',
  )
