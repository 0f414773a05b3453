import { itemKey, type WorkItem } from '../../../../contracts/work-item.ts'
import { create } from 'zustand'
import { persist } from 'zustand/middleware'
import type { Changes } from '../../../../contracts/views/changes.ts'
import { callProject, type Refusal } from '../../../app/live.ts'
import { currentProject } from '../../projects/projects-store.ts'

export type DiffLayout = 'unified' | 'split'

interface ChangesState {
  /** The item that the changes belong to. */
  key: string | null
  changes: Changes | Refusal | null
  isLoading: boolean
  layout: DiffLayout
  load(item: WorkItem): Promise<void>
  setLayout(layout: DiffLayout): void
}

export const changesKey = (item: WorkItem): string => `${currentProject()}/${itemKey(item)}`

/** The changes of the item on screen only: keeping those of every item would be too much. */
export const useChanges = create<ChangesState>()(
  persist(
    (set, get) => ({
      key: null,
      changes: null,
      isLoading: false,
      layout: 'unified',
      async load(item) {
        const project = currentProject()
        const key = changesKey(item)
        if (get().key !== key) set({ key, changes: null })
        set({ isLoading: true })
        const reply = await callProject(project, 'changes', { item })
        if (get().key !== key) return
        set({ isLoading: false, changes: reply.ok ? reply.value : reply.error })
      },
      setLayout: (layout) => set({ layout }),
    }),
    { name: 'sdd-changes', partialize: ({ layout }) => ({ layout }) },
  ),
)
