import { create } from 'zustand'
import type { ApprovalView } from '../../../../../contracts/views/documents.ts'
import { itemKey, type WorkItem } from '../../../../../contracts/work-item.ts'
import { callProject } from '../../../../app/live.ts'
import { currentProject } from '../../../projects/projects-store.ts'

interface ApprovalsState {
  /** By item and document; one missed while offline is loaded with the next change. */
  approvals: ReadonlyMap<string, ApprovalView | null>
  load(item: WorkItem, document: string): Promise<void>
}

const keyOf = (item: WorkItem, document: string): string =>
  `${currentProject()}/${itemKey(item)}/${document}`

/** What the approvals of the documents on screen cover. */
export const useApprovals = create<ApprovalsState>()((set) => ({
  approvals: new Map(),
  async load(item, document) {
    const key = keyOf(item, document)
    const reply = await callProject(currentProject(), 'approval', { item, document })
    if (reply.ok) set(({ approvals }) => ({ approvals: new Map(approvals).set(key, reply.value) }))
  },
}))

export const useApproval = (item: WorkItem, document: string): ApprovalView | null =>
  useApprovals(({ approvals }) => approvals.get(keyOf(item, document)) ?? null)
