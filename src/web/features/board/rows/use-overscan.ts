import { useEffect, useState } from 'react'

const OVERSCAN_PX = 100
/** After the frame that paints the rows, but before the user scrolls. */
const LATER_MS = 100

/**
 * How many pixels beyond the visible rows are rendered, for scrolling. Overscan rows are not kept
 * as spares: rendering them from scratch would delay the visible rows that come back, so it is done
 * after those are painted.
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
