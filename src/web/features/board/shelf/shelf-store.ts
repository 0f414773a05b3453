import { create } from 'zustand'
import type { ShelvedSpec } from '../../../../contracts/views/documents.ts'
import { callProject } from '../../../app/live.ts'
import { tellRefusal } from '../../notices/notices-store.ts'
import { currentProject } from '../../projects/projects-store.ts'

interface ShelfState {
  /** Newest first; null before it was asked for. */
  specs: ShelvedSpec[] | null
  load(): Promise<void>
  restore(spec: ShelvedSpec): Promise<void>
}

/** Specs that were put aside. */
export const useShelf = create<ShelfState>()((set, get) => ({
  specs: null,
  async load() {
    const reply = await callProject(currentProject(), 'shelf', {})
    if (!reply.ok) return tellRefusal(reply.error)
    set({ specs: reply.value.toSorted((a, b) => (a.at < b.at ? 1 : -1)) })
  },
  async restore({ id, item }) {
    const reply = await callProject(currentProject(), 'restore', { id })
    if (!reply.ok) tellRefusal(reply.error, item)
    await get().load()
  },
}))
