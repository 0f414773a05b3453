import type { Perform } from './effect-parts.ts'

export const settle: Perform<'settle'> = ({ events }, { item }, effect) =>
  events.emit({ ...effect, type: 'settled', item })
