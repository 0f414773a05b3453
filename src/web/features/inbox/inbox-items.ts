import type { TrustFinding } from '../../../contracts/views/trust-view.ts'
import { finishedItems, type FinishedItem } from '../../../core/report/finished-items.ts'
import type { Need } from '../../../core/views/needs-you.ts'
import { memoLast } from '../items/memo-last.ts'
import { useNeeds } from '../items/stands.ts'
import { rowList, useRows } from '../items/rows-store.ts'
import { useTrust } from './trust-store.ts'

/** Project files that take effect; decided on before any agent is started. */
export interface TrustItem {
  id: 'trust'
  kind: 'trust'
  at: null
  findings: TrustFinding[]
}

/** Anything that needs a decision. */
type DecisionItem = Need | TrustItem
export type InboxItem = DecisionItem | FinishedItem

/** Everything that waits for the user; trust comes first, because it affects every run. */
export const inboxItems = memoLast((needs: Need[], undecided: TrustFinding[]): DecisionItem[] =>
  undecided.length === 0
    ? needs
    : [{ id: 'trust', kind: 'trust', at: null, findings: undecided }, ...needs],
)

/** Decisions first, then ended runs that the user has not seen. */
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
