const MAX_LAID_OUT = 200_000
const MAX_LIST_LINES = 500
const LIST_LINE = /^\s*(?:[-*+]|\d+[.)])\s/gm

/** The time of the markdown parser grows faster than linearly with the length of a list. */
export const canLayOut = (text: string): boolean =>
  text.length <= MAX_LAID_OUT && (text.match(LIST_LINE)?.length ?? 0) <= MAX_LIST_LINES
