const ESCAPE = '\u001B'
const COLOUR = /^\[[0-9;]*m$/
const CONTROL = /\p{Cc}\[[0-9:;<=>?]*[ -/]*[@-~]|[\p{Cc}\p{Bidi_Control}]/gu

/** Text of documents and agents must not move the cursor, change the title or reorder text. */
export function safeText(text: string, mayColour: boolean): string {
  return text.replace(CONTROL, (found) => {
    const [first = '', rest] = [found[0], found.slice(1)]
    if (first === '\n' || first === '\t') return found
    if (first !== ESCAPE) return rest
    return mayColour && COLOUR.test(rest) ? found : ''
  })
}

export const oneLine = (text: string): string => safeText(text, false).replace(/\s+/g, ' ').trim()

/** Cuts text to a number of terminal cells; colour codes take no space. */
export function fitted(text: string, cells: number): string {
  if (widthOf(safeText(text, false)) <= cells) return text
  let room = cells - 1
  let result = ''
  for (const part of text.split(/(?=\p{Cc}\[)/u)) {
    const sequence = /^\p{Cc}\[[0-9;]*m/u.exec(part)?.[0] ?? ''
    result += sequence
    for (const char of part.slice(sequence.length)) {
      room -= widthOf(char)
      if (room < 0) break
      result += char
    }
  }
  return `${result}…`
}

function widthOf(text: string): number {
  let cells = 0
  for (const char of text) cells += WIDE.test(char) ? 2 : 1
  return cells
}

const WIDE =
  /[\u1100-\u115F\u2E80-\uA4CF\uAC00-\uD7A3\uF900-\uFAFF\uFE30-\uFE6F\uFF00-\uFF60\uFFE0-\uFFE6\u{1F300}-\u{1FAFF}\u{20000}-\u{3FFFD}]/u
