import { useCallback, useEffect, useRef, useState } from 'react'

/** Without this, spares would be visible. */
const canHide = CSS.supports('content-visibility', 'hidden')

interface Room {
  /** How many whole rows fit without scrolling; 0 where spares cannot be hidden. */
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
