import type { JournalEntry } from '../../src/contracts/journal.ts'
import type { Launch } from '../../src/core/decide/effects.ts'
import type { Simulation } from '../../src/testkit/simulation/simulation.ts'
import { holds } from './holds.ts'

/** Questions are asked once, unless the user restarts; requirements wait for the answers. */
export function guardClarify({ journal, state }: Simulation, { phase }: Launch): void {
  const retried = journal.findLastIndex(
    (entry) => entry.type === 'run.resumed' && entry.from === 'requirements',
  )
  const since = journal.slice(retried + 1)
  const asked = since.findLastIndex((entry) => entry.type === 'clarify.asked')
  if (phase === 'clarify') holds(asked === -1, 'asked twice')
  if (phase !== 'requirements' || asked === -1 || state.mode === 'manual') return
  const isOpen = !since.slice(asked).some(isSettled)
  const chosen = journal.findLast(
    (entry) => entry.type === 'choices.changed' && entry.clarify !== undefined,
  )
  const isAsking = chosen?.type === 'choices.changed' && chosen.clarify === 'ask'
  holds(!isOpen || !isAsking, 'requirements before the answers')
}

const isSettled = (entry: JournalEntry): boolean =>
  entry.type === 'clarify.settled' ||
  (entry.type === 'clarify.asked' && entry.questions.length === 0)
