import { itemKey } from '../../../contracts/work-item.ts'
import type { Perform } from './effect-parts.ts'

export const acquireTree: Perform<'acquire-tree'> = ({ tree, now }, owner, effect) => {
  const { runId, phase, atOnce } = effect
  return tree.acquire({
    holder: itemKey(owner.item),
    isAtWork: atOnce,
    granted: () => owner.send({ type: 'tree.granted', at: now(), runId }),
    waiting: (behind = null) =>
      owner.send({ type: 'tree.awaited', at: now(), runId, phase, behind }),
  })
}
