import { create } from 'zustand'
import { itemKey, type ItemKey, type WorkItem } from '../../../../contracts/work-item.ts'
import {
  returnedIssues,
  type ReturnedIssue,
  type ReviewText,
} from '../../../../core/readers/review-issues.ts'
import { reviewFile } from '../../../../core/workflow/document-files.ts'
import { callProject } from '../../../app/live.ts'
import { currentProject, isCurrent, onProjectChange } from '../../projects/projects-store.ts'

interface ReturnedState {
  issues: ReadonlyMap<ItemKey, ReturnedIssue[]>
  load(item: WorkItem, rounds: readonly number[]): Promise<void>
}

/** Review issues that came back after they had been answered. */
export const useReturned = create<ReturnedState>()((set) => ({
  issues: new Map(),
  async load(item, rounds) {
    const project = currentProject()
    const read = await Promise.all(rounds.map((round) => reviewOf(item, round)))
    if (!isCurrent(project)) return
    const found = returnedIssues(read.filter((one) => one !== null))
    set(({ issues }) => ({ issues: new Map(issues).set(itemKey(item), found) }))
  },
}))

onProjectChange(() => useReturned.setState({ issues: new Map() }))

/** An unreadable review is skipped; its own tab says why. */
async function reviewOf(item: WorkItem, round: number): Promise<ReviewText | null> {
  const wanted = { item, document: reviewFile(round) }
  const reply = await callProject(currentProject(), 'document', wanted)
  return reply.ok ? { round, text: reply.value.text } : null
}
