import { useCallback, useDeferredValue, useEffect, useMemo, useState } from 'react'
import type { ChangedFile } from '../../../../contracts/views/changes.ts'
import type { WorkItem } from '../../../../contracts/work-item.ts'
import { findStep } from '../../../ui/text/find-step.ts'
import { isSearched, matchesIn, type Match } from './lines/search-changes.ts'
import { patchKey, usePatches } from './patches-store.ts'

interface ChangeSearch {
  query: string
  setQuery(query: string): void
  /** The query in lower case, as lines highlight it. */
  marked: string
  matches: Match[]
  at: number
  step(by: 1 | -1): Match | null
  /** How many files have been searched, until all have. */
  progress: { done: number; total: number } | null
  notSearched: number
}

interface Searched {
  item: WorkItem
  base: string
  /** In screen order. */
  files: readonly ChangedFile[]
}

/** Searches the lines of all files, loading those that are not loaded yet. */
export function useChangeSearch({ item, base, files }: Searched): ChangeSearch {
  const [query, setQuery] = useState('')
  const [at, setAt] = useState(-1)
  const marked = useDeferredValue(query.trim().toLowerCase())
  const patches = usePatches((state) => state.patches)
  const isActive = marked.length > 1
  const searched = useMemo(() => files.filter(isSearched), [files])
  useEffect(() => setAt(-1), [marked])
  useEffect(() => {
    if (isActive) void usePatches.getState().load(item, base, searched)
  }, [isActive, item, base, searched])
  const patchOf = useCallback(
    (file: ChangedFile) => patches.get(patchKey(item, base, file)),
    [patches, item, base],
  )
  const matches = useMemo(
    () => (marked === '' ? [] : matchesIn(files, patchOf, marked)),
    [marked, files, patchOf],
  )
  const done = isActive ? searched.filter((file) => patchOf(file) !== undefined).length : 0
  return {
    query,
    setQuery,
    marked,
    matches,
    at,
    step(by) {
      const next = findStep(matches.length, at, by)
      if (next === null) return null
      setAt(next)
      return matches[next] ?? null
    },
    progress: isActive && done < searched.length ? { done, total: searched.length } : null,
    notSearched: isActive
      ? files.filter((f) => !isSearched(f) && f.kind !== 'binary' && patchOf(f) === undefined)
          .length
      : 0,
  }
}
