import type { TrustFinding } from '../../../contracts/views/trust-view.ts'
import { finishedItems, type FinishedItem } from '../../../core/report/finished-items.ts'
import type { Need } from '../../../core/views/needs-you.ts'
import { memoLast } from '../items/memo-last.ts'
import { useNeeds } from '../items/stands.ts'
import { rowList, useRows } from '../items/rows-store.ts'
import { useTrust } from './trust-store.ts'

/** Project files that take effect, before any agent is started. */
export interface TrustItem {
  id: 'trust'
  kind: 'trust'
  at: null
  findings: TrustFinding[]
}

/** What needs a decision. */
type DecisionItem = Need | TrustItem
export type InboxItem = DecisionItem | FinishedItem

/** Everything that waits for the user; what concerns every run before that. */
export const inboxItems = memoLast((needs: Need[], undecided: TrustFinding[]): DecisionItem[] =>
  undecided.length === 0
    ? needs
    : [{ id: 'trust', kind: 'trust', at: null, findings: undecided }, ...needs],
)

/** Decisions first, then the runs that ended and that you have not seen. */
export function useInboxList(): InboxItem[] {
  const decisions = useInboxItems()
  const finished = useRows(({ rows }) => finishedRows(rowList(rows)))
  return inboxList(decisions, finished)
}

export function useInboxItems(): DecisionItem[] {
  const undecided = useTrust((state) => state.undecided)
  return inboxItems(useNeeds(), undecided)
}

const finishedRows = memoLast(finishedItems)
const inboxList = memoLast((decisions: DecisionItem[], finished: FinishedItem[]): InboxItem[] => [
  ...decisions,
  ...finished,
])
