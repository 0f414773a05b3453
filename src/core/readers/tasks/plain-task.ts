/** The most common kind of task line: a box, a number and a title without any markup. */
export interface PlainTask {
  mark: string
  id: string
  title: string
  parallel: boolean
}

const DOT = 46
const SPACE = 32

/** Null for every line that needs the full parser; for all others both give the same result. */
export function readPlainTask(content: string): PlainTask | null {
  const isBox = content.startsWith('] ', 2) && content.charCodeAt(0) === 91
  const mark = content.charAt(1)
  if (!isBox || (mark !== ' ' && mark !== 'x' && mark !== 'X')) return null
  const idEnd = endOfId(content)
  if (idEnd === -1) return null
  const id = content.slice(4, content.charCodeAt(idEnd - 1) === DOT ? idEnd - 1 : idEnd)
  const text = content.slice(idEnd + 1)
  const parallel = text.endsWith(' (P)')
  const title = parallel ? text.slice(0, -4) : text
  return hasMarkup(title) ? null : { mark, id, title, parallel }
}

/** Where `1`, `1.` or `1.2.3` ends, if a space follows; otherwise -1. */
function endOfId(content: string): number {
  let at = 4
  let afterDigit = false
  for (; at < content.length; at++) {
    const code = content.charCodeAt(at)
    const isDigit = code >= 48 && code <= 57
    if (code === SPACE) break
    if (!isDigit && !(code === DOT && afterDigit)) return -1
    afterDigit = isDigit
  }
  return at > 4 && at < content.length ? at : -1
}

/** Begins like a word, and contains nothing that could be emphasis, a detail or a mark. */
const PLAIN_TITLE = /^[\p{L}\p{N}`"'「][^_*\\]*$/u
const ENDS_LIKE_MARK = /P[)\]）]$|\s$/

const hasMarkup = (title: string): boolean => !PLAIN_TITLE.test(title) || ENDS_LIKE_MARK.test(title)
