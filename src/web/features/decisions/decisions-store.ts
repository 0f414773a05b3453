import { useEffect } from 'react'
import { create } from 'zustand'
import type { ProjectId } from '../../../contracts/ids.ts'
import type { GivenAnswer, QuestionsView } from '../../../contracts/asked/questions.ts'
import type { ItemRow } from '../../../contracts/views/board.ts'
import { itemKey, type ItemKey, type WorkItem } from '../../../contracts/work-item.ts'
import { callProject, type Refusal } from '../../app/live.ts'
import { useProjects } from '../projects/projects-store.ts'

/** The user's unsent answer to one question. */
export interface Draft {
  option: string | null
  text: string
}

interface DecisionsState {
  project: ProjectId | null
  views: ReadonlyMap<ItemKey, QuestionsView>
  failed: ReadonlySet<ItemKey>
  /** Kept while other screens are open; keyed by item, stop and question. */
  drafts: ReadonlyMap<string, Draft>
  load(item: WorkItem): Promise<void>
  draft(place: string, draft: Draft): void
  /** Resolves to why it was refused, or null. */
  answer(item: WorkItem, about: number, answers: GivenAnswer[]): Promise<Refusal | null>
}

export const useDecisions = create<DecisionsState>()((set, get) => ({
  project: null,
  views: new Map(),
  failed: new Set(),
  drafts: new Map(),
  async load(item) {
    const { current } = useProjects.getState()
    if (current === null) return
    if (get().project !== current)
      set({ project: current, views: new Map(), failed: new Set(), drafts: new Map() })
    const reply = await callProject(current, 'questions', { item })
    if (get().project !== current) return
    const key = itemKey(item)
    set(({ views, failed }) => {
      const others = [...failed].filter((one) => one !== key)
      return reply.ok
        ? { views: new Map(views).set(key, reply.value), failed: new Set(others) }
        : { failed: new Set([...others, key]) }
    })
  },
  draft: (place, draft) => set(({ drafts }) => ({ drafts: new Map(drafts).set(place, draft) })),
  async answer(item, about, answers) {
    const { project } = get()
    if (project === null) return null
    const reply = await callProject(project, 'answerQuestions', {
      item,
      answers,
      about,
      andThen: 'resume',
    })
    await get().load(item)
    return reply.ok ? null : reply.error
  },
}))

/** The item's open questions and past decisions; null until loaded. */
export function useQuestions(row: ItemRow): QuestionsView | null {
  const { item, asks } = row
  const key = itemKey(item)
  const { status, reason } = row.run
  // An edited document may ask something else.
  const at = asks === null ? null : row.activeAt
  const current = useProjects((state) => state.current)
  useEffect(() => {
    void useDecisions.getState().load(item)
    // The row's item may be a new object whenever the row changes, so `key` stands in for it.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [key, status, reason, at, current])
  return useDecisions(({ views, project }) => (project === current ? views.get(key) : null) ?? null)
}
