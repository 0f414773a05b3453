import type { Turn } from '../../contracts/views/asks.ts'

/** One of the conversations about the same thing. */
export interface Talk {
  conversation: number
  turns: Turn[]
}

/** The one that was continued last comes first. */
export function talksOf(turns: readonly Turn[]): Talk[] {
  const talks = new Map<number, Turn[]>()
  for (const turn of turns) {
    const before = talks.get(turn.conversation) ?? []
    // Set again, so that the order is that of the last turns.
    talks.delete(turn.conversation)
    talks.set(turn.conversation, [...before, turn])
  }
  return Array.from(talks, ([conversation, own]) => ({ conversation, turns: own })).toReversed()
}

/** For a new one. */
export const nextTalk = (turns: readonly Turn[]): number =>
  Math.max(-1, ...turns.map(({ conversation }) => conversation)) + 1
