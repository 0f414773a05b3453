import { z } from 'zod'
import { projectPathSchema } from './changes.ts'
import { documentNameSchema } from './documents.ts'

/** Unknown keys stay: another version of the program may have written the file. */
const lineCommentSchema = z.looseObject({
  id: z.string().min(1),
  document: documentNameSchema.optional(),
  /** Instead of a document: a project file that the item changes. */
  file: projectPathSchema.optional(),
  /** For such a file: a current line (`new`), or a removed line of the base (`old`). */
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
