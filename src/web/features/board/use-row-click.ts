import type { MouseEvent } from 'react'
import { useGo, type Place } from '../../app/routes.ts'

/** Anywhere in a row leads to what it is about; links and buttons in it keep their own meaning. */
export function useRowClick(place: Place): (event: MouseEvent<HTMLElement>) => void {
  const go = useGo()
  return ({ target, currentTarget }) => {
    // A dialog that belongs to the row stands elsewhere in the page.
    if (!(target instanceof Element) || !currentTarget.contains(target)) return
    if (target.closest('a, button') !== null) return
    if (window.getSelection()?.isCollapsed === false) return
    go(place)
  }
}
