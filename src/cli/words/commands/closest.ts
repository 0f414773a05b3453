/** Suggests what was probably meant, then lists all candidates. */
export const oneOf = (word: string, candidates: readonly string[]): string =>
  `${didYouMean(word, candidates)}One of: ${candidates.join(', ')}`

/** Ends with a space; empty when no candidate is close. */
export function didYouMean(word: string, candidates: Iterable<string>): string {
  const meant = closest(word, candidates)
  return meant === null ? '' : `Did you mean ${meant}? `
}

/** The candidate that was probably meant, or null when none is close. */
export function closest(word: string, candidates: Iterable<string>): string | null {
  let best: string | null = null
  let least = (word.length < 3 ? 1 : Math.max(2, Math.floor(word.length / 3))) + 1
  for (const candidate of candidates) {
    const distance = isBeginning(word, candidate) ? 1 : editDistance(word, candidate)
    if (distance < least) [best, least] = [candidate, distance]
  }
  return best
}

/** `req` for requirements and `implementation` for impl count as one wrong letter. */
const isBeginning = (word: string, candidate: string): boolean =>
  (word !== '' && candidate.startsWith(word)) ||
  (candidate.length > 2 && word.startsWith(candidate))

function editDistance(a: string, b: string): number {
  let previous = Array.from({ length: b.length + 1 }, (_, index) => index)
  for (let i = 1; i <= a.length; i++) {
    const row = [i]
    for (let j = 1; j <= b.length; j++) {
      const swap = (previous[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1)
      row.push(Math.min(swap, (previous[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1))
    }
    previous = row
  }
  return previous[b.length] ?? 0
}
