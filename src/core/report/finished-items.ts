import type { ItemRow } from '../../contracts/views/board.ts'
import { itemKey, type WorkItem } from '../../contracts/work-item.ts'
import { isLive } from '../views/phase-cells.ts'

/** A run that ended well and that the user has not seen yet. */
export interface FinishedItem {
  id: string
  kind: 'finished'
  item: WorkItem
  at: string
}

/** Newest first; items that wait for a decision are left out, the inbox has them already. */
export const finishedItems = (rows: readonly ItemRow[]): FinishedItem[] =>
  rows
    .flatMap((row): FinishedItem[] => {
      const { item, unseenEnd } = row
      if (unseenEnd === null || isLive(row) || row.allowed.waits !== null) return []
      return [{ id: `finished:${itemKey(item)}`, kind: 'finished', item, at: unseenEnd }]
    })
    .sort((a, b) => b.at.localeCompare(a.at))
