import { useEffect, useMemo, useState } from 'react'
import { findStep } from '../../../ui/text/find-step.ts'
import type { LogLines } from './log-lines.ts'
import { LogSearch, type LogView } from './log-search.ts'

const SLICE_MS = 8

interface Found {
  search: LogSearch
  total: number
  isDone: boolean
}

interface LogFinder {
  query: string
  setQuery(query: string): void
  /** The query in lower case, as rows highlight it. */
  marked: string
  matches: number[]
  isDone: boolean
  /** Index into the matches; -1 before the first step. */
  at: number
  /** The row of the current match. */
  row: number | null
  step(step: 1 | -1): number | null
}

/** Searches the first `size` rows, a few milliseconds at a time. */
export function useLogSearch(log: LogLines, view: LogView, size: number): LogFinder {
  const [query, setQuery] = useState('')
  const [at, setAt] = useState(-1)
  const search = useMemo(() => new LogSearch(log, view, query), [log, view, query])
  const [found, setFound] = useState<Found>({ search, total: 0, isDone: true })
  useEffect(() => setAt(-1), [search])
  useEffect(() => scanAll(search, setFound), [search, size])
  const isCurrent = found.search === search
  const matches = isCurrent ? search.matches : []
  return {
    query,
    setQuery,
    marked: search.query,
    matches,
    isDone: isCurrent && found.isDone,
    at,
    row: matches[at] ?? null,
    step(step) {
      const next = findStep(matches.length, at, step)
      if (next === null) return null
      setAt(next)
      return matches[next] ?? null
    },
  }
}

function scanAll(search: LogSearch, report: (found: Found) => void): () => void {
  let timer: ReturnType<typeof setTimeout> | null = null
  const scan = (): void => {
    const until = performance.now() + SLICE_MS
    search.scan(() => performance.now() >= until)
    const { isDone } = search
    report({ search, total: search.matches.length, isDone })
    timer = isDone ? null : setTimeout(scan, 0)
  }
  scan()
  return () => {
    if (timer !== null) clearTimeout(timer)
  }
}
