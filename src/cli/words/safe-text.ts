import { StringDecoder } from 'node:string_decoder'

const ESCAPE = '\u001B'
const COLOUR = /^\[[0-9;]*m$/
const CONTROL = /\p{Cc}\[[0-9:;<=>?]*[ -/]*[@-~]|[\p{Cc}\p{Bidi_Control}]/gu

/** A sequence that the rest of the stream may complete. */
const UNFINISHED = /\p{Cc}(\[[0-9:;<=>?]*[ -/]*)?$/u
const MAX_UNFINISHED = 64

/** Text of documents and agents must not move the cursor, change the title or reorder text. */
export function safeText(text: string, mayColour: boolean): string {
  return text.replace(CONTROL, (found) => {
    const [first = '', rest] = [found[0], found.slice(1)]
    if (first === '\n' || first === '\t') return found
    if (first !== ESCAPE) return rest
    return mayColour && COLOUR.test(rest) ? found : ''
  })
}

/**
 * The same for bytes that arrive in pieces. A return in the middle of a line starts a new one: what
 * was printed before must not be overwritten.
 */
export function safeStream(mayColour: boolean, write: (text: string) => void) {
  const decoder = new StringDecoder('utf8')
  let rest = ''
  const pass = (text: string): void =>
    write(safeText(text.replaceAll('\r\n', '\n').replaceAll('\r', '\n'), mayColour))
  return {
    push(bytes: Buffer): void {
      const text = rest + decoder.write(bytes)
      const tail = UNFINISHED.exec(text)?.[0] ?? ''
      rest = tail === '\n' || tail.length > MAX_UNFINISHED ? '' : tail
      pass(text.slice(0, text.length - rest.length))
    },
    end(): void {
      pass(rest + decoder.end())
    },
  }
}

const UNSAFE_IN_JSON = /[\u007F-\u009F\u2028\u2029\p{Bidi_Control}]/gu

/** One line of JSON whose strings do not control a terminal either: readers see no difference. */
export const safeJson = (value: unknown): string =>
  JSON.stringify(value).replaceAll(
    UNSAFE_IN_JSON,
    (found) => `\\u${found.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )

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
