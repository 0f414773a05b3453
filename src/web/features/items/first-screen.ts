import { ROW_HEIGHT } from '../board/columns.ts'

const WIDEST_PHONE_PX = 767
/** A window that is not visible paints nothing. */
const LONGEST_MS = 500

/** The rows are below a header at least this high. */
const HEADER_PX = 72

/** How many rows the window has room for: they are asked for, and drawn, before all others. */
export function rowsInSight(): number {
  const { innerWidth, innerHeight } = window
  const height = innerWidth <= WIDEST_PHONE_PX ? ROW_HEIGHT.phone : ROW_HEIGHT.desktop
  return Math.ceil((innerHeight - HEADER_PX) / height)
}

/** The first rows of a page that shows none yet; those below them come with the next frame. */
const FIRST_ROWS = 8
let hasRows = false

/** How many rows are drawn before anything is measured: later on the whole screen at once. */
export const rowsAtOnce = (): number => (hasRows ? rowsInSight() : FIRST_ROWS)

/** Resolves once the rows that were just set are on the screen. */
export async function rowsPainted(): Promise<void> {
  await new Promise((resolve) => {
    setTimeout(resolve, LONGEST_MS)
    requestAnimationFrame(() => setTimeout(resolve))
  })
  hasRows = true
}
