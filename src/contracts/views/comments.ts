import { z } from 'zod'
import { projectPathSchema } from './changes.ts'

/** Unknown keys stay: another version of the program may have written the file. */
const lineCommentSchema = z.looseObject({
  id: z.string().min(1),
  /** A file name inside the spec's folder: a path would reach outside of it. */
  document: z
    .string()
    .regex(/^[A-Za-z0-9][A-Za-z0-9._-]*\.md$/)
    .optional(),
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
