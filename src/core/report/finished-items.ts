import type { ItemRow } from '../../contracts/views/board.ts'
import { itemKey, type WorkItem } from '../../contracts/work-item.ts'
import { isLive } from '../views/phase-cells.ts'

/** A run that has ended well, until you have seen it. */
export interface FinishedItem {
  id: string
  kind: 'finished'
  item: WorkItem
  at: string
}

/** Newest first; one that asks for a decision is in the inbox with that already. */
export const finishedItems = (rows: readonly ItemRow[]): FinishedItem[] =>
  rows
    .flatMap((row): FinishedItem[] => {
      const { item, unseenEnd } = row
      if (unseenEnd === null || isLive(row) || row.allowed.waits !== null) return []
      return [{ id: `finished:${itemKey(item)}`, kind: 'finished', item, at: unseenEnd }]
    })
    .sort((a, b) => b.at.localeCompare(a.at))
