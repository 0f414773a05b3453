import { diff3Merge } from 'node-diff3'

/** More would take longer than the user is willing to wait for a save. */
const MAX_LINES = 20_000

/**
 * Both changes of the same text in one, line by line; null where they touch the same place: that is
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
