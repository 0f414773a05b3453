import { ROW_HEIGHT } from '../board/columns.ts'

const WIDEST_PHONE_PX = 767
/** A hidden window never paints, so the wait for it must end. */
const LONGEST_MS = 500

/** The header above the rows is at least this high. */
const HEADER_PX = 72

/** How many rows fit the window; these are requested and rendered first. */
export function rowsInSight(): number {
  const { innerWidth, innerHeight } = window
  const height = innerWidth <= WIDEST_PHONE_PX ? ROW_HEIGHT.phone : ROW_HEIGHT.desktop
  return Math.ceil((innerHeight - HEADER_PX) / height)
}

/** Rows of the very first render; the rest follows in the next frame. */
const FIRST_ROWS = 8
let hasRows = false

/** How many rows to render before anything is measured; after the first time, a full screen. */
export const rowsAtOnce = (): number => (hasRows ? rowsInSight() : FIRST_ROWS)

/** Resolves once the rows that were just set are painted. */
export async function rowsPainted(): Promise<void> {
  await new Promise((resolve) => {
    setTimeout(resolve, LONGEST_MS)
    requestAnimationFrame(() => setTimeout(resolve))
  })
  hasRows = true
}
