/** The words of a line as a person types it; quotes keep blanks together. Null: a quote is not closed. */
export function wordsIn(line: string): string[] | null {
  const words: string[] = []
  const rest = line.replaceAll(WORD, (_, quoted: string | undefined, single, plain) => {
    words.push(quoted === undefined ? (single ?? plain) : quoted.replaceAll(/\\(["\\])/g, '$1'))
    return ''
  })
  return rest.trim() === '' ? words : null
}

const WORD = /"((?:[^"\\]|\\.)*)"|'([^']*)'|([^\s"']+)/g
