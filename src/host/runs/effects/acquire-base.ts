import { itemKey } from '../../../contracts/work-item.ts'
import type { Perform } from './effect-parts.ts'

export const acquireBase: Perform<'acquire-base'> = ({ bases, now }, owner, effect) => {
  const { runId, base, atOnce } = effect
  return bases.of(base).acquire({
    holder: itemKey(owner.item),
    isAtWork: atOnce,
    granted: () => owner.send({ type: 'base.granted', at: now(), runId, base }),
  })
}
