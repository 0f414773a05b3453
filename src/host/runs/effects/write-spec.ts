import type { Perform } from './effect-parts.ts'

export const writeSpec: Perform<'write-spec'> = ({ items, recorded }, owner, { entries }) =>
  items.write(owner.item, entries, recorded)
