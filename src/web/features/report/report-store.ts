import { create } from 'zustand'
import type { ItemReport, ProjectReport } from '../../../contracts/views/report.ts'
import { itemKey, type ItemKey, type WorkItem } from '../../../contracts/work-item.ts'
import { callProject, type Refusal } from '../../app/live.ts'
import { showRefusal } from '../notices/notices-store.ts'
import { currentProject, isCurrent, onProjectChange } from '../projects/projects-store.ts'

interface ReportState {
  items: ReadonlyMap<ItemKey, ItemReport>
  project: ProjectReport | null
  /** The start of the project report chosen last. */
  since: string | null
  refusal: Refusal | null
  loadItem(item: WorkItem): Promise<void>
  loadProject(since: string): Promise<void>
  /** Marks the end as seen, on every device. */
  see(item: WorkItem, at: string): Promise<void>
}

/** Reports that the host derives from the journals. */
export const useReports = create<ReportState>()((set, get) => ({
  items: new Map(),
  project: null,
  since: null,
  refusal: null,
  async loadItem(item) {
    const project = currentProject()
    const reply = await callProject(project, 'report', { item })
    if (reply.ok && isCurrent(project))
      set(({ items }) => ({ items: new Map(items).set(itemKey(item), reply.value) }))
  },
  async loadProject(since) {
    const project = currentProject()
    set({ since })
    const reply = await callProject(project, 'projectReport', { since })
    if (!isCurrent(project) || get().since !== since) return
    if (reply.ok) set({ project: reply.value, refusal: null })
    else set({ refusal: reply.error })
  },
  async see(item, at) {
    const reply = await callProject(currentProject(), 'seeEnd', { item, at })
    if (!reply.ok && reply.error.code !== 'OFFLINE') showRefusal(reply.error, item)
  },
}))

onProjectChange(() => useReports.setState({ items: new Map(), project: null, refusal: null }))

export const useItemReport = (item: WorkItem): ItemReport | null =>
  useReports(({ items }) => items.get(itemKey(item)) ?? null)
