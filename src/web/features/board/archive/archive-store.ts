import { create } from 'zustand'
import type { ArchivedItem } from '../../../../contracts/views/documents.ts'
import { callProject } from '../../../app/live.ts'
import { showRefusal } from '../../notices/notices-store.ts'
import { currentProject, isCurrent, onProjectChange } from '../../projects/projects-store.ts'

interface ArchiveState {
  /** Newest first; null until loaded. */
  specs: ArchivedItem[] | null
  load(): Promise<void>
  restore(spec: ArchivedItem): Promise<void>
}

/** Archived and deleted items. */
export const useArchive = create<ArchiveState>()((set, get) => ({
  specs: null,
  async load() {
    const project = currentProject()
    const reply = await callProject(project, 'archived', {})
    if (!isCurrent(project)) return
    if (!reply.ok) return showRefusal(reply.error)
    set({ specs: reply.value.toSorted((a, b) => (a.at < b.at ? 1 : -1)) })
  },
  async restore({ id, item }) {
    const reply = await callProject(currentProject(), 'restore', { id })
    if (!reply.ok) showRefusal(reply.error, item)
    await get().load()
  },
}))

onProjectChange(() => useArchive.setState({ specs: null }))
