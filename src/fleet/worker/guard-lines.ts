import { z } from 'zod'

/** What a worker and the guardian beside it tell each other, a line each. */
export const beatSchema = z.object({ agentIds: z.array(z.string()), endsAt: z.number() })
export type Beat = z.infer<typeof beatSchema>

export const endedSchema = z.object({ ended: z.array(z.string()) })
export type Ended = z.infer<typeof endedSchema>
