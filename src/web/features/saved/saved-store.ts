import { create } from 'zustand'
import type { SavedContent, SavedView } from '../../../contracts/views/saved-view.ts'
import { callProject, type Refusal } from '../../app/live.ts'
import { showRefusal } from '../notices/notices-store.ts'
import { currentProject, isCurrent, onProjectChange } from '../projects/projects-store.ts'

interface SavedState {
  /** Newest first; null until loaded. */
  works: SavedView[] | null
  /** The saved work whose content is on screen. */
  shown: SavedContent | null
  /** The branches restored from them, by ref. */
  restored: Readonly<Record<string, string>>
  load(): Promise<void>
  show(ref: string | null): Promise<void>
  restore(work: SavedView): Promise<void>
  drop(work: SavedView): Promise<void>
}

/** Work that the host saved before it removed, reset or overwrote something. */
export const useSaved = create<SavedState>()((set, get) => ({
  works: null,
  shown: null,
  restored: {},
  async load() {
    const project = currentProject()
    const reply = await callProject(project, 'saved', {})
    if (!isCurrent(project)) return
    if (reply.ok) set({ works: reply.value })
    else refuse(reply.error)
  },
  async show(ref) {
    if (ref === null) return set({ shown: null })
    const project = currentProject()
    const reply = await callProject(project, 'showSaved', { ref })
    if (!isCurrent(project)) return
    if (reply.ok) set({ shown: reply.value })
    else refuse(reply.error)
  },
  async restore({ ref, item }) {
    const project = currentProject()
    const reply = await callProject(project, 'restoreSaved', { ref })
    if (!reply.ok) return showRefusal(reply.error, item)
    if (!isCurrent(project)) return
    set(({ restored }) => ({ restored: { ...restored, [ref]: reply.value.branch } }))
  },
  async drop({ ref, item }) {
    const reply = await callProject(currentProject(), 'dropSaved', { ref })
    if (!reply.ok) showRefusal(reply.error, item)
    await get().load()
  },
}))

onProjectChange(() => useSaved.setState({ works: null, shown: null, restored: {} }))

/** Shows the failure: an empty list would claim that nothing was saved. */
const refuse = (refusal: Refusal): void => showRefusal(refusal)
