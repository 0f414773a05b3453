import { useEffect, useState } from 'react'
import type { ItemRow } from '../../../contracts/views/board.ts'
import { useReports } from './report-store.ts'

/** Marks the end of the run as seen once it is visible; returns the end that was new here. */
export function useSeeEnd({ item, unseenEnd }: ItemRow): string | null {
  const [isNew, setNew] = useState(unseenEnd)
  if (unseenEnd !== null && unseenEnd !== isNew) setNew(unseenEnd)
  useEffect(() => {
    if (unseenEnd === null) return
    const see = (): void => {
      if (document.visibilityState === 'visible') void useReports.getState().see(item, unseenEnd)
    }
    see()
    document.addEventListener('visibilitychange', see)
    return () => document.removeEventListener('visibilitychange', see)
  }, [item, unseenEnd])
  return isNew
}
