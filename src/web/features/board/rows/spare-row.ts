/** What is out of sight is no row: it has no place in the table, and nothing in it can be reached. */
export const SPARE = { 'aria-hidden': true } as const

/**
 * Keeps its styles and its layout, unlike `display: none`: that is what it is kept for. Nothing here
 * may change what its parts inherit (such as `cursor`), or each of them is styled again.
 */
export const SPARE_LOOK = 'pointer-events-none [content-visibility:hidden]'
