import type { WorkItem } from '../../contracts/work-item.ts'

/** The JSON key that holds the name of a work item. */
export const nameKey = ({ kind }: Pick<WorkItem, 'kind'>): 'feature' | 'bug' =>
  kind === 'bug' ? 'bug' : 'feature'
