import type { Perform } from './effect-parts.ts'

export const reply: Perform<'reply'> = ({ replies }, _, { commandId, result }) =>
  replies.answer(commandId, result)
