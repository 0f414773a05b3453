import { z } from 'zod'
import type { GivenAnswer } from './questions.ts'

/** Longer than this is a document, not an answer. */
const MAX_GIVEN_ANSWER = 16 * 1024

export const givenAnswerSchema: z.ZodType<GivenAnswer> = z.object({
  key: z.string().min(1).max(100),
  text: z.string().trim().min(1).max(MAX_GIVEN_ANSWER),
})
