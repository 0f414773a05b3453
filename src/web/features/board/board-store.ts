import type { SpecItem } from '../../../contracts/work-item.ts'
import { create } from 'zustand'
import { persist } from 'zustand/middleware'
import type { Filter, Sort } from './board-items.ts'

interface Asked {
  what: 'archive' | 'delete'
  item: SpecItem
}

interface BoardState {
  query: string
  filter: Filter
  sort: Sort
  /** The row that the keyboard is on. */
  selected: string | null
  /** What the person is asked to confirm. */
  asked: Asked | null
  setQuery(query: string): void
  setFilter(filter: Filter): void
  setSort(sort: Sort): void
  select(key: string | null): void
  ask(asked: Asked | null): void
  showAll(): void
}

/** How the board is looked at. Only the order outlives the page. */
export const useBoard = create<BoardState>()(
  persist(
    (set) => ({
      query: '',
      filter: 'all',
      sort: 'activity',
      selected: null,
      asked: null,
      setQuery: (query) => set({ query }),
      setFilter: (filter) => set({ filter }),
      setSort: (sort) => set({ sort }),
      select: (selected) => set({ selected }),
      ask: (asked) => set({ asked }),
      showAll: () => set({ query: '', filter: 'all' }),
    }),
    { name: 'sdd-board', partialize: ({ sort }) => ({ sort }) },
  ),
)
