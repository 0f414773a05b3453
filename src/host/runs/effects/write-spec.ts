import type { Perform } from './effect-parts.ts'

export const writeSpec: Perform<'write-spec'> = ({ items }, owner, { entries }) =>
  items.write(owner.item, entries)
