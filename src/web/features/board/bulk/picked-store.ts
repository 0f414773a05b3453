import { create } from 'zustand'
import type { ItemKey } from '../../../../contracts/work-item.ts'
import { onProjectChange } from '../../projects/projects-store.ts'

interface PickedState {
  picked: ReadonlySet<ItemKey>
  /** The start of a range. */
  anchor: ItemKey | null
  /** On a phone: a tap selects a row instead of opening it. */
  isPicking: boolean
  toggle(key: ItemKey): void
  /** Adds everything from the anchor to this row, in the order on screen. */
  extend(key: ItemKey, order: readonly ItemKey[]): void
  pick(keys: Iterable<ItemKey>): void
  /** Selects or deselects these rows; all others stay as they are. */
  pickAll(keys: readonly ItemKey[], on: boolean): void
  begin(): void
  clear(): void
}

/** The rows selected for a bulk action. */
export const usePicked = create<PickedState>()((set) => ({
  picked: new Set(),
  anchor: null,
  isPicking: false,
  toggle: (key) =>
    set(({ picked }) => {
      const next = new Set(picked)
      if (!next.delete(key)) next.add(key)
      return { picked: next, anchor: key }
    }),
  extend: (key, order) =>
    set(({ picked, anchor }) => {
      const from = anchor === null ? -1 : order.indexOf(anchor)
      const to = order.indexOf(key)
      if (to === -1) return {}
      const [first, last] = from === -1 ? [to, to] : [Math.min(from, to), Math.max(from, to)]
      return { picked: new Set([...picked, ...order.slice(first, last + 1)]), anchor: key }
    }),
  pick: (keys) => set({ picked: new Set(keys) }),
  pickAll: (keys, on) =>
    set(({ picked }) => {
      if (on) return { picked: new Set([...picked, ...keys]) }
      const off = new Set(keys)
      return { picked: new Set([...picked].filter((key) => !off.has(key))) }
    }),
  begin: () => set({ isPicking: true }),
  clear: () => set({ picked: new Set(), anchor: null, isPicking: false }),
}))

onProjectChange(() => usePicked.getState().clear())

/** How many of the shown rows are selected. */
export function shareOf(
  picked: ReadonlySet<ItemKey>,
  shown: readonly ItemKey[],
): 'none' | 'some' | 'all' {
  if (!shown.some((key) => picked.has(key))) return 'none'
  return shown.every((key) => picked.has(key)) ? 'all' : 'some'
}
