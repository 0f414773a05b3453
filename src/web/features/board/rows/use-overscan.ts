import { useEffect, useState } from 'react'

const OVERSCAN_PX = 100
/** After the frame in which the rows are painted, before one scrolls. */
const LATER_MS = 100

/**
 * How far beyond the rows in sight others are drawn, for scrolling. What is drawn there is not kept
 * when there are fewer rows: with the key that brings them back it would be drawn from nothing
 * before the rows in sight are seen, so it comes after them.
 */
export function useOverscan(hasSpares: boolean): number {
  const [isLate, setLate] = useState(false)
  if (hasSpares && !isLate) setLate(true)
  useEffect(() => {
    if (hasSpares || !isLate) return
    const timer = setTimeout(() => setLate(false), LATER_MS)
    return () => clearTimeout(timer)
  }, [hasSpares, isLate])
  return isLate ? 0 : OVERSCAN_PX
}
