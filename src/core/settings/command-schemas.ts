import { z } from 'zod'
import {
  CHECK_NAME,
  isCommand,
  isInnerPath,
  type CheckSetting,
  type WorktreeSetting,
} from './command-settings.ts'
import { fitsNumber, type NumberValue } from './setting.ts'

export const commandSchema = z.array(z.string()).refine(isCommand)
const innerPath = z.string().refine(isInnerPath)

/** Names are unique: two of the same name could not be distinguished. */
export const checksSchema = (minutes: NumberValue): z.ZodType<CheckSetting[]> =>
  z
    .array(
      z.object({
        name: z.string().regex(CHECK_NAME),
        command: commandSchema,
        in: innerPath.optional(),
        timeoutMinutes: z
          .number()
          .refine((given) => fitsNumber(minutes, given))
          .optional(),
      }),
    )
    .max(50)
    .superRefine((checks, context) => {
      const names = checks.map(({ name }) => name)
      const twice = names.findIndex((name, at) => names.indexOf(name) !== at)
      if (twice >= 0) context.addIssue({ code: 'custom', path: [twice, 'name'] })
    })

const worktreeObject = z.object({
  copy: z.array(innerPath).max(100).optional(),
  setup: commandSchema.optional(),
  root: z
    .string()
    .min(1)
    .max(1000)
    .refine((path) => !path.includes('\0'))
    .optional(),
})
/** An empty object is a mistake: `true` or a differently named key was meant. */
const filledWorktree = worktreeObject.refine((value) => Object.keys(value).length > 0)

/** Not a union: its errors would point at `worktree` instead of the wrong key inside it. */
export const worktreeSchema: z.ZodType<boolean | WorktreeSetting> = z
  .unknown()
  .transform((value, context) => {
    if (typeof value === 'boolean') return value
    const parsed = filledWorktree.safeParse(value)
    if (parsed.success) return parsed.data
    for (const { path } of parsed.error.issues) context.addIssue({ code: 'custom', path })
    return z.NEVER
  })
