import { diff3Merge } from 'node-diff3'

/** Larger texts would make saving too slow. */
const MAX_LINES = 20_000

/**
 * Merges two changes of the same text line by line; null where they touch the same place, which is
 * for the user to decide.
 */
export function mergeTexts(base: string, mine: string, theirs: string): string | null {
  if (mine === theirs || theirs === base) return mine
  if (mine === base) return theirs
  const [a, o, b] = [mine, base, theirs].map((text) => text.split('\n')) as [
    string[],
    string[],
    string[],
  ]
  if (Math.max(a.length, o.length, b.length) > MAX_LINES) return null
  const merged: string[] = []
  for (const region of diff3Merge(a, o, b, { excludeFalseConflicts: true })) {
    if (region.ok === undefined) return null
    for (const line of region.ok) merged.push(line)
  }
  return merged.join('\n')
}
