import { useEffect } from 'react'
import { useRows } from '../items/rows-store.ts'
import { useReports } from './report-store.ts'

/** Rows change many times a second while agents work; a report need not keep up. */
const PAUSE_MS = 2000

/** Loads the report, and reloads it when rows have changed. */
export function useFreshReport(since: string): void {
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | null = null
    const load = (): void => {
      timer = null
      void useReports.getState().loadProject(since)
    }
    load()
    const leave = useRows.subscribe(({ rows }, before) => {
      if (rows !== before.rows) timer ??= setTimeout(load, PAUSE_MS)
    })
    return () => {
      leave()
      if (timer !== null) clearTimeout(timer)
    }
  }, [since])
}
