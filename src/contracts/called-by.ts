import { z } from 'zod'
import { deviceIdSchema } from './ids.ts'

/** Who gave a command. The host knows it from the connection; it is never part of what is sent. */
export const calledBySchema = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('person'),
    via: z.enum(['page', 'cli']),
    /** Of the computer the host runs on. */
    user: z.string().optional(),
    /** A paired device, when the page was not on that computer. */
    device: z.object({ id: deviceIdSchema, name: z.string() }).optional(),
  }),
  z.object({ kind: z.literal('auto-execution') }),
])
export type CalledBy = z.infer<typeof calledBySchema>
