import { z } from 'zod'

/** The files of a work item besides its journal. */
export const itemFilesSchema = z.object({
  /** spec.json or bug.json, as text. */
  record: z.string(),
  documents: z.array(z.object({ name: z.string(), text: z.string() })),
})
export type ItemFiles = z.infer<typeof itemFilesSchema>
