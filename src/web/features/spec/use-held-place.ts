import { useRef } from 'react'
import type { EntryLine } from './timeline/timeline-filter.ts'

const START = 1_000_000

/**
 * New entries arrive at the top. A reader who has scrolled down keeps their place; a reader at the
 * top sees them arrive.
 */
export function useHeldPlace(lines: readonly EntryLine[]): {
  firstItemIndex: number
  onTop(isAtTop: boolean): void
} {
  const held = useRef({ first: START, newest: lines[0]?.entry.seq ?? 0, isAtTop: true })
  const { current } = held
  const newest = lines[0]?.entry.seq ?? 0
  if (newest !== current.newest) {
    const added = lines.findIndex(({ entry }) => entry.seq <= current.newest)
    if (!current.isAtTop && added > 0) current.first -= added
    current.newest = newest
  }
  const onTop = (isAtTop: boolean): void => {
    held.current.isAtTop = isAtTop
  }
  return { firstItemIndex: current.first, onTop }
}
