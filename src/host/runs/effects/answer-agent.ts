import type { Perform } from './effect-parts.ts'

export const answerAgent: Perform<'answer-agent'> = ({ steps }, _, { key, questionId, answer }) =>
  steps.answer(key, questionId, answer)
