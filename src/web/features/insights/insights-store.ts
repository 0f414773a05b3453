import { create } from 'zustand'
import type { ItemInsights } from '../../../contracts/views/insights.ts'
import { itemKey, type ItemKey, type WorkItem } from '../../../contracts/work-item.ts'
import { callProject, type Refusal } from '../../app/live.ts'
import { isCurrent, onProjectChange, useProjects } from '../projects/projects-store.ts'

interface InsightsState {
  key: ItemKey | null
  insights: ItemInsights | Refusal | null
  load(item: WorkItem): Promise<void>
}

let asked: WorkItem | null = null
let isAsking = false

/** The insights of the item on screen. */
export const useInsights = create<InsightsState>()((set, get) => ({
  key: null,
  insights: null,
  async load(item) {
    if (get().key !== itemKey(item)) set({ key: itemKey(item), insights: null })
    asked = item
    if (isAsking) return
    isAsking = true
    try {
      // Changes that arrive while loading cause one more request afterwards.
      while (asked !== null) await next(asked, set)
    } finally {
      isAsking = false
    }
  },
}))

onProjectChange(() => useInsights.setState({ key: null, insights: null }))

async function next(item: WorkItem, set: (state: Partial<InsightsState>) => void): Promise<void> {
  asked = null
  const { current } = useProjects.getState()
  if (current === null) return
  const reply = await callProject(current, 'insights', { item })
  const { key } = useInsights.getState()
  if (key !== itemKey(item) || !isCurrent(current)) return
  if (reply.ok) return set({ insights: reply.value })
  const isKept = reply.error.code === 'OFFLINE' && useInsights.getState().insights !== null
  if (!isKept) set({ insights: reply.error })
}
