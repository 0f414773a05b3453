const WORD = /"((?:[^"\\]|\\.)*)"|'([^']*)'|([^\s"']+)/g

/** Splits a typed command line; quotes keep blanks together. Null: a quote is not closed. */
export function wordsIn(line: string): string[] | null {
  if (line.replaceAll(WORD, '').trim() !== '') return null
  return Array.from(line.matchAll(WORD), ([, quoted, single, plain]) =>
    quoted === undefined ? (single ?? plain ?? '') : quoted.replaceAll(/\\(["\\])/g, '$1'),
  )
}
