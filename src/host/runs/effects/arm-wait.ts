import { itemKey } from '../../../contracts/work-item.ts'
import type { Perform } from './effect-parts.ts'

export const armWait: Perform<'arm-wait'> = ({ waits, now }, owner, { runId, until }) =>
  waits.arm(itemKey(owner.item), until, () => owner.send({ type: 'wait.over', at: now(), runId }))
