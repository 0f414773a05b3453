import { itemKey } from '../../../contracts/work-item.ts'
import type { Perform } from './effect-parts.ts'

export const acquireSlot: Perform<'acquire-slot'> = ({ slots, now }, owner, { runId, atOnce }) =>
  slots.acquire({
    holder: itemKey(owner.item),
    isAtWork: atOnce,
    granted: () => owner.send({ type: 'slot.granted', at: now(), runId }),
  })
