import type { Segment } from '../../contracts/views/insights.ts'
import { msOf } from '../moments.ts'

interface Stretch {
  from: number
  to: number
}

/** Longer than this part of all the work there was. */
const LONG = 0.5
const SHORTEST_MS = 60_000

const isWork = ({ kind }: Segment): boolean => kind !== 'waiting' && kind !== 'person'

/** Where nothing was done for so long that a picture to scale would leave no room for the work. */
export function longWaits(segments: readonly Segment[]): Stretch[] {
  const work = segments.filter(isWork).map(timesOf)
  const worked = work.reduce((sum, { from, to }) => sum + to - from, 0)
  if (worked === 0) return []
  const edges = segments.map(timesOf)
  let idleFrom = Math.min(...edges.map(({ from }) => from))
  const end = Math.max(...edges.map(({ to }) => to))
  const idle: Stretch[] = []
  for (const { from, to } of [...work, { from: end, to: end }]) {
    idle.push({ from: idleFrom, to: from })
    idleFrom = Math.max(idleFrom, to)
  }
  const shortest = Math.max(SHORTEST_MS, worked * LONG)
  return idle.filter(({ from, to }) => to - from > shortest)
}

const timesOf = ({ from, to }: Segment): Stretch => ({ from: msOf(from), to: msOf(to) })
