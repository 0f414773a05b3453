import type { JournalEntry } from '../../src/contracts/journal.ts'
import type { Simulation } from '../../src/testkit/simulation/simulation.ts'
import { holds } from './holds.ts'

/**
 * Where the user approves, the run never approves anything, whatever agents write into
 * spec.json.
 */
export function guardApproval({ journal }: Simulation, entry: JournalEntry): void {
  if (entry.type !== 'approval.granted' || entry.by === 'person') return
  const chosen = journal.findLast(
    (other) => other.type === 'choices.changed' && other.approvals !== undefined,
  )
  const approvals = chosen?.type === 'choices.changed' ? chosen.approvals : 'auto'
  holds(approvals === 'auto', 'a document that no person approved', entry.phase)
}
