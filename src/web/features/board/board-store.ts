import type { WorkItem } from '../../../contracts/work-item.ts'
import { create } from 'zustand'
import { persist } from 'zustand/middleware'
import { onProjectChange } from '../projects/projects-store.ts'
import type { Filter, Sort } from './board-items.ts'

interface Asked {
  what: 'archive' | 'delete'
  item: WorkItem
}

interface BoardState {
  query: string
  filter: Filter
  sort: Sort
  isGrouped: boolean
  /** Groups toggled from their default: closed ones, and opened archived folders. */
  closed: string[]
  /** The row with the keyboard cursor. */
  selected: string | null
  /** What the user is asked to confirm. */
  asked: Asked | null
  setQuery(query: string): void
  setFilter(filter: Filter): void
  setSort(sort: Sort): void
  setGrouped(isGrouped: boolean): void
  toggleGroup(key: string): void
  select(key: string | null): void
  ask(asked: Asked | null): void
  showAll(): void
}

/** How the board is viewed. Sort order and grouping are persisted. */
export const useBoard = create<BoardState>()(
  persist(
    (set) => ({
      query: '',
      filter: 'all',
      sort: 'activity',
      isGrouped: false,
      closed: [],
      selected: null,
      asked: null,
      setQuery: (query) => set({ query }),
      setFilter: (filter) => set({ filter }),
      setSort: (sort) => set({ sort }),
      setGrouped: (isGrouped) => set({ isGrouped }),
      toggleGroup: (key) =>
        set(({ closed }) => ({
          closed: closed.includes(key) ? closed.filter((one) => one !== key) : [...closed, key],
        })),
      select: (selected) => set({ selected }),
      ask: (asked) => set({ asked }),
      showAll: () => set({ query: '', filter: 'all' }),
    }),
    {
      name: 'sdd-board',
      partialize: ({ sort, isGrouped, closed }) => ({ sort, isGrouped, closed }),
    },
  ),
)

onProjectChange(() => useBoard.setState({ asked: null }))
