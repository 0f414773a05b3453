import type { WorkItem } from '../../contracts/work-item.ts'

/** Under which key JSON names a work item. */
export const nameKey = ({ kind }: Pick<WorkItem, 'kind'>): 'feature' | 'bug' =>
  kind === 'bug' ? 'bug' : 'feature'
