import type { ReadFinding } from '../../contracts/asked/findings.ts'
import type { Waits } from '../../contracts/views/allowed.ts'
import type { ItemRow } from '../../contracts/views/board.ts'
import type { WorkItem } from '../../contracts/work-item.ts'

/** Something that waits for the user. */
export interface AttentionItem extends Waits {
  item: WorkItem
  at: string | null
  /** The detail in a language-independent form, where known. */
  finding: ReadFinding | null
}

/** Kinds whose reason says too little alone: the detail names the files, branches or checks. */
const NAMED_IN_DETAIL: ReadonlySet<AttentionItem['kind']> = new Set([
  'workspace',
  'conflict',
  'not-verified',
  'check-missing',
  'release-unknown',
])

export const isDetailNeeded = ({
  kind,
  asks,
  finding,
}: Pick<AttentionItem, 'kind' | 'asks' | 'finding'>): boolean =>
  asks === null && (NAMED_IN_DETAIL.has(kind) || (kind === 'untrusted' && finding !== null))

/** Everything that waits, newest first. */
export function attentionOf(rows: Iterable<ItemRow>): AttentionItem[] {
  const items: AttentionItem[] = []
  for (const { allowed, item, activeAt, finding } of rows)
    if (allowed.waits !== null) items.push({ ...allowed.waits, item, at: activeAt, finding })
  return items.sort((a, b) => (b.at ?? '').localeCompare(a.at ?? ''))
}
