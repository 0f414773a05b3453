import type { Turn } from '../../contracts/views/asks.ts'

/** One of several conversations about the same thing. */
export interface Talk {
  conversation: number
  turns: Turn[]
}

/** The most recently continued conversation comes first. */
export function talksOf(turns: readonly Turn[]): Talk[] {
  const talks = new Map<number, Turn[]>()
  for (const turn of turns) {
    const before = talks.get(turn.conversation) ?? []
    // Removed and added again, so that the map is ordered by last turn.
    talks.delete(turn.conversation)
    talks.set(turn.conversation, [...before, turn])
  }
  return Array.from(talks, ([conversation, own]) => ({ conversation, turns: own })).toReversed()
}

/** The number of a new conversation. */
export const nextTalk = (turns: readonly Turn[]): number =>
  Math.max(-1, ...turns.map(({ conversation }) => conversation)) + 1
