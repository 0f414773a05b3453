import { z } from 'zod'
import { projectPathSchema } from './changes.ts'
import { documentNameSchema } from './documents.ts'

/** Unknown keys stay: another version of the program may have written the file. */
const lineCommentSchema = z.looseObject({
  id: z.string().min(1),
  document: documentNameSchema.optional(),
  /** Or a file of the project that the item changes. */
  file: projectPathSchema.optional(),
  /** Of such a file: a line that is there, or one of the base that was removed. */
  side: z.enum(['old', 'new']).optional(),
  line: z.number().int().positive(),
  quote: z.string(),
  text: z.string().min(1),
  author: z.string(),
  createdAt: z.string(),
  resolvedAt: z.string().nullish(),
})
export type LineComment = z.infer<typeof lineCommentSchema>

/** `comments.json`: an array, oldest first. */
export const commentsSchema = z.array(
  lineCommentSchema.refine(
    ({ document, file }) => (document === undefined) !== (file === undefined),
    'a comment is on a document or on a file',
  ),
)
