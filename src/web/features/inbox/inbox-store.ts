import { create } from 'zustand'

interface InboxState {
  /** The entry with the keyboard cursor, shown beside the list. */
  selected: string | null
  /** Its index: once it is handled, the entry that moves there is next. */
  index: number
  select(id: string, index: number): void
}

export const useInbox = create<InboxState>()((set) => ({
  selected: null,
  index: 0,
  select: (selected, index) => set({ selected, index }),
}))
