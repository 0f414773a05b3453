import { z } from 'zod'

/** The messages between a worker and its guardian, one per line. */
export const beatSchema = z.object({ agentIds: z.array(z.string()), endsAt: z.number() })
export type Beat = z.infer<typeof beatSchema>

export const endedSchema = z.object({ ended: z.array(z.string()) })
export type Ended = z.infer<typeof endedSchema>
