import { itemKey } from '../../../contracts/work-item.ts'
import type { SpecOwner } from '../owner.ts'
import type { EffectParts } from './effect-parts.ts'

/** Also cancels whatever the item waits for. */
export async function release(
  { waits, tree, bases, slots }: EffectParts,
  { item }: SpecOwner,
): Promise<void> {
  const holder = itemKey(item)
  await waits.cancel(holder)
  await bases.release(holder)
  await tree.release(holder)
  await slots.release(holder)
}
