import type { Segment } from '../../contracts/views/insights.ts'
import { msOf } from '../moments.ts'

interface Stretch {
  from: number
  to: number
}

/** A wait is long if it exceeds this share of the total working time. */
const LONG_SHARE = 0.5
const SHORTEST_MS = 60_000

const isWork = ({ kind }: Segment): boolean => kind !== 'waiting' && kind !== 'person'

/** Idle times so long that a chart to scale would leave no room for the work. */
export function longWaits(segments: readonly Segment[]): Stretch[] {
  const all = segments.map(timesOf)
  const from = Math.min(...all.map((one) => one.from))
  const to = Math.max(...all.map((one) => one.to))
  return longIdle(segments.filter(isWork).map(timesOf), { from, to })
}

/** Like longWaits, for any work within a period; the work may overlap. */
export function longIdle(work: readonly Stretch[], { from, to }: Stretch): Stretch[] {
  const idle: Stretch[] = []
  let [end, worked] = [from, 0]
  for (const one of work.toSorted((a, b) => a.from - b.from)) {
    if (one.from > end) idle.push({ from: end, to: one.from })
    worked += Math.max(0, one.to - Math.max(end, one.from))
    end = Math.max(end, one.to)
  }
  if (to > end) idle.push({ from: end, to })
  const shortest = Math.max(SHORTEST_MS, worked * LONG_SHARE)
  return worked === 0 ? [] : idle.filter((one) => one.to - one.from > shortest)
}

const timesOf = ({ from, to }: Segment): Stretch => ({ from: msOf(from), to: msOf(to) })
