import { create } from 'zustand'

interface InboxState {
  /** The entry that the keyboard is on, and that is shown beside the list. */
  selected: string | null
  /** Its place in the list: what is there is next when it is dealt with. */
  index: number
  select(id: string, index: number): void
}

export const useInbox = create<InboxState>()((set) => ({
  selected: null,
  index: 0,
  select: (selected, index) => set({ selected, index }),
}))
