import { ROW_HEIGHT } from '../board/columns.ts'

const WIDEST_PHONE_PX = 767
/** In a window that nobody sees nothing is painted. */
const LONGEST_MS = 500

/** The rows are below a header at least this high. */
const HEADER_PX = 72

/** How many rows the window has room for: they are asked for, and drawn, before all others. */
export function rowsInSight(): number {
  const { innerWidth, innerHeight } = window
  const height = innerWidth <= WIDEST_PHONE_PX ? ROW_HEIGHT.phone : ROW_HEIGHT.desktop
  return Math.ceil((innerHeight - HEADER_PX) / height)
}

/** Resolves once what was just changed is on the screen. */
export const painted = (): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, LONGEST_MS)
    requestAnimationFrame(() => setTimeout(resolve))
  })
