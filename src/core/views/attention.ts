import type { ReadFinding } from '../../contracts/asked/findings.ts'
import type { Waits } from '../../contracts/views/allowed.ts'
import type { ItemRow } from '../../contracts/views/board.ts'
import type { WorkItem } from '../../contracts/work-item.ts'

/** Something that waits for the user. */
export interface AttentionItem extends Waits {
  item: WorkItem
  at: string | null
  /** The detail for any language, where it is known. */
  finding: ReadFinding | null
}

/** Where the reason alone says too little: files, branches or checks are named in the detail. */
const NAMED_IN_DETAIL: ReadonlySet<AttentionItem['kind']> = new Set([
  'workspace',
  'conflict',
  'not-verified',
  'check-missing',
])

export const isDetailNeeded = ({ kind, asks }: Pick<AttentionItem, 'kind' | 'asks'>): boolean =>
  asks === null && NAMED_IN_DETAIL.has(kind)

/** Everything that waits, newest first. */
export function attentionOf(rows: Iterable<ItemRow>): AttentionItem[] {
  const items: AttentionItem[] = []
  for (const { allowed, item, activeAt, finding } of rows)
    if (allowed.waits !== null) items.push({ ...allowed.waits, item, at: activeAt, finding })
  return items.sort((a, b) => (b.at ?? '').localeCompare(a.at ?? ''))
}
