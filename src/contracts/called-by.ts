import { z } from 'zod'
import { deviceIdSchema } from './ids.ts'

/** Who gave a command. The host knows this from the connection; callers never send it. */
export const calledBySchema = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('person'),
    via: z.enum(['page', 'cli']),
    /** The user name on the host's computer. */
    user: z.string().optional(),
    /** Set when the page was open on a paired device instead of that computer. */
    device: z.object({ id: deviceIdSchema, name: z.string() }).optional(),
  }),
  z.object({ kind: z.literal('auto-execution') }),
])
export type CalledBy = z.infer<typeof calledBySchema>
