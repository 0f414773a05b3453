/** A hidden spare is not a row: it is not part of the table and nothing in it is reachable. */
export const SPARE = { 'aria-hidden': true } as const

/**
 * Keeps its styles and layout, unlike `display: none`, which is the point of a spare. Nothing here
 * may change inherited properties (such as `cursor`), or every descendant is restyled.
 */
export const SPARE_LOOK = 'pointer-events-none [content-visibility:hidden]'
