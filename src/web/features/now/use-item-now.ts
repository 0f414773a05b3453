import { itemKey } from '../../../contracts/work-item.ts'
import type { Now } from '../../../contracts/views/now.ts'
import type { ItemRow } from '../../../contracts/views/board.ts'
import { nowOf } from '../../../core/views/now.ts'
import { useAgents } from '../agents/agents-store.ts'

/** Lets only the activity text rerender when it changes, not the whole row. */
export function useItemNow(row: Pick<ItemRow, 'item' | 'run' | 'now'>): Now | null {
  const agent = useAgents((state) => state.working.get(itemKey(row.item)) ?? null)
  return nowOf(row, agent)
}
