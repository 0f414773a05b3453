import { expect } from 'vitest'
import type { JournalEntry } from '../../src/contracts/journal.ts'
import type { Launch } from '../../src/core/decide/effects.ts'

type Entry<T extends JournalEntry['type']> = Extract<JournalEntry, { type: T }>

/**
 * A session is resumed only by its own agent, in the same work, and never after it failed.
 */
export function guardSession(journal: readonly JournalEntry[], launch: Launch): void {
  const { resumeSessionId, phase, round, agent } = launch
  if (resumeSessionId === null) return
  const starts = journal.filter((entry): entry is Entry<'step.started'> => isStart(entry))
  const before = starts.at(-2)
  expect(before, 'a session of nobody').toMatchObject({ phase, round, agent })
  const end = journal.find(
    (entry): entry is Entry<'agent.ended'> =>
      entry.type === 'agent.ended' && entry.agentId === before?.agentId,
  )
  const failed = end?.status === 'failed' && end.problem === null && !end.lost && !end.ignored
  expect(failed, 'the session of an agent that failed goes on').toBe(false)
}

const isStart = (entry: JournalEntry): boolean => entry.type === 'step.started'
