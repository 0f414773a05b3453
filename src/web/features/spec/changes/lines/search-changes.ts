import type { ChangedFile, Patch } from '../../../../../contracts/views/changes.ts'
import type { Refusal } from '../../../../app/live.ts'
import { linesOf } from '../files/sections.ts'
import { hunksOf } from './change-rows.ts'
import type { PatchLine } from './read-patch.ts'

/** A line that contains the query, or a file whose path does. */
export interface Match {
  file: ChangedFile
  line: PatchLine | null
}

/** Nobody steps through more matches than this. */
const MAX_MATCHES = 10_000
const MAX_SEARCHED_LINES = 20_000

/** Larger files are only searched once the user has opened them. */
export const isSearched = (file: ChangedFile): boolean =>
  file.kind !== 'binary' && linesOf(file) <= MAX_SEARCHED_LINES

/** Matches in screen order. The query must be in lower case. */
export function matchesIn(
  files: readonly ChangedFile[],
  patchOf: (file: ChangedFile) => Patch | Refusal | undefined,
  query: string,
): Match[] {
  const matches: Match[] = []
  if (query === '') return matches
  for (const file of files) {
    if (matches.length >= MAX_MATCHES) break
    if (file.path.toLowerCase().includes(query)) matches.push({ file, line: null })
    const patch = patchOf(file)
    if (patch === undefined || 'code' in patch) continue
    for (const hunk of hunksOf(patch))
      for (const line of hunk.lines)
        if (line.text.toLowerCase().includes(query)) matches.push({ file, line })
  }
  return matches.slice(0, MAX_MATCHES)
}
