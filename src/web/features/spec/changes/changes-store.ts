import { create } from 'zustand'
import { persist } from 'zustand/middleware'
import type { Changes } from '../../../../contracts/views/documents.ts'
import type { FeatureName } from '../../../../contracts/ids.ts'
import { callProject, type Refusal } from '../../../app/live.ts'
import { currentProject } from '../../projects/projects-store.ts'

export type DiffLayout = 'unified' | 'split'

interface ChangesState {
  /** The spec they belong to. */
  key: string | null
  changes: Changes | Refusal | null
  isLoading: boolean
  layout: DiffLayout
  load(feature: string): Promise<void>
  setLayout(layout: DiffLayout): void
}

export const changesKey = (feature: string): string => `${currentProject()}/${feature}`

/** The changes of the spec on screen: a diff is too large to keep one of each. */
export const useChanges = create<ChangesState>()(
  persist(
    (set, get) => ({
      key: null,
      changes: null,
      isLoading: false,
      layout: 'unified',
      async load(feature) {
        const project = currentProject()
        const key = changesKey(feature)
        if (get().key !== key) set({ key, changes: null })
        set({ isLoading: true })
        const reply = await callProject(project, 'changes', { feature: feature as FeatureName })
        if (get().key !== key) return
        set({ isLoading: false, changes: reply.ok ? reply.value : reply.error })
      },
      setLayout: (layout) => set({ layout }),
    }),
    { name: 'sdd-changes', partialize: ({ layout }) => ({ layout }) },
  ),
)
