import type { TimeTotals } from '../../contracts/views/insights.ts'

/** Whose time it was. */
export const timeWords = ({ agentMs, hostMs, waitingMs, personMs }: TimeTotals): string =>
  [
    `agents ${lasting(agentMs)}`,
    `checks and git ${lasting(hostMs)}`,
    `waiting ${lasting(waitingMs)}`,
    `you ${lasting(personMs)}`,
  ].join(', ')

export function lasting(ms: number): string {
  const seconds = Math.floor(ms / 1000)
  if (seconds < 60) return `${seconds} s`
  const minutes = Math.floor(seconds / 60)
  return minutes < 60 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`
}
