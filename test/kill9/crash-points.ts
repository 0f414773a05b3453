import { randomOf } from '../random.ts'
import type { CrashPoint, DurableCall } from './host-process.ts'

export interface PointOfKind extends CrashPoint {
  kind: DurableCall['kind']
}

/**
 * Points around and inside every call, and between the lines of an append. Nothing happens between
 * an append and its sync, so `after` the one is `before` the other.
 */
export function crashPoints(calls: DurableCall[]): PointOfKind[] {
  return calls.flatMap(({ kind, lines }, index) => {
    const between = Array.from({ length: Math.max(lines - 1, 0) }, (_, line) => line + 1)
    const places = {
      append: ['before', 'half', ...between, 'after'] as const,
      sync: ['after'] as const,
      replace: ['half', 'after'] as const,
    }[kind]
    return places.map((at) => ({ kind, call: index + 1, at }))
  })
}

/** A random selection of about `most` points that has each kind of call and each place in it. */
export function chosenOf<T extends PointOfKind>(
  points: T[],
  { most, seed }: { most: number; seed: number },
): T[] {
  const random = randomOf(seed)
  const shuffled = points
    .map((point) => ({ point, rank: random() }))
    .toSorted((a, b) => a.rank - b.rank)
    .map(({ point }) => point)
  const kinds = new Map(shuffled.map((point) => [kindOf(point), point]))
  const others = shuffled.filter((point) => kinds.get(kindOf(point)) !== point)
  return [...kinds.values(), ...others].slice(0, Math.max(most, kinds.size))
}

const kindOf = ({ kind, at }: PointOfKind): string =>
  `${kind} ${typeof at === 'number' ? 'between' : at}`
