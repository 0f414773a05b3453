const MAX_LAID_OUT = 200_000
const MAX_LIST_LINES = 500
const LIST_LINE = /^\s*(?:[-*+]|\d+[.)])\s/gm

/** The markdown parser takes far more than twice as long for a list that is twice as long. */
export const canLayOut = (text: string): boolean =>
  text.length <= MAX_LAID_OUT && (text.match(LIST_LINE)?.length ?? 0) <= MAX_LIST_LINES
