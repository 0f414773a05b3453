import { useCallback, useEffect, useRef, useState } from 'react'

/** Without it what is spare could be seen. */
const canHide = CSS.supports('content-visibility', 'hidden')

interface Room {
  /** How many whole rows are in sight without scrolling; 0 where none may be kept out of sight. */
  room: number
  scrollerRef(scroller: HTMLElement | Window | null): void
}

export function useRoom(rowHeight: number): Room {
  const [height, setHeight] = useState(0)
  const observer = useRef<ResizeObserver | null>(null)
  const scrollerRef = useCallback((scroller: HTMLElement | Window | null) => {
    observer.current?.disconnect()
    if (!canHide || !(scroller instanceof HTMLElement)) return
    observer.current = new ResizeObserver(() => setHeight(scroller.clientHeight))
    observer.current.observe(scroller)
  }, [])
  useEffect(() => () => observer.current?.disconnect(), [])
  return { room: Math.floor(height / rowHeight), scrollerRef }
}
