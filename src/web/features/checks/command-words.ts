const WORD = /(?:"(?:[^"\\]|\\.)*"|'[^']*'|[^\s"'])+/g
const QUOTED = /"((?:[^"\\]|\\.)*)"|'([^']*)'/g

/** Splits a typed command line; quotes keep blanks together. Null: a quote is not closed. */
export function wordsIn(line: string): string[] | null {
  if (line.replaceAll(WORD, '').trim() !== '') return null
  return Array.from(line.matchAll(WORD), ([word]) => unquoted(word))
}

const unquoted = (word: string): string =>
  word.replaceAll(QUOTED, (_, double?: string, single?: string) =>
    double === undefined ? (single ?? '') : double.replaceAll(/\\(["\\])/g, '$1'),
  )
