import { useCallback, useEffect, useLayoutEffect, useState, type RefObject } from 'react'
import type { VirtuosoHandle } from 'react-virtuoso'

const UPWARD = new Set(['ArrowUp', 'PageUp', 'Home'])
/** A wheel or touch scroll continues for a moment after release. */
const MOMENTUM_MS = 1000
const BOTTOM_PX = 4

interface Following {
  isFollowing: boolean
  setFollowing(isFollowing: boolean): void
  setScroller(scroller: HTMLElement | null): void
  /** Call when row heights have changed. */
  settle(): void
}

/**
 * Keeps the newest row in sight until the user scrolls up. Only user input changes that: checking
 * "is it at the bottom?" while rows arrive would lose the tail in a burst.
 */
export function useFollow(
  list: RefObject<VirtuosoHandle | null>,
  rows: number,
  isFirst: boolean,
): Following {
  const [isFollowing, setFollowing] = useState(isFirst)
  const [scroller, setScroller] = useState<HTMLElement | null>(null)
  const settle = useCallback(() => {
    if (isFollowing && rows > 0) list.current?.scrollTo({ top: Number.MAX_SAFE_INTEGER })
  }, [isFollowing, rows, list])
  useLayoutEffect(settle, [settle])
  useEffect(() => (scroller === null ? undefined : watchScroll(scroller, setFollowing)), [scroller])
  return { isFollowing, setFollowing, setScroller, settle }
}

function watchScroll(scroller: HTMLElement, follow: (isFollowing: boolean) => void): () => void {
  const leave = new AbortController()
  const options = { signal: leave.signal, passive: true }
  let movedAt = -MOMENTUM_MS
  let isDragging = false
  let finger: number | null = null
  let top = scroller.scrollTop
  const moved = (isUp: boolean): void => {
    movedAt = performance.now()
    if (isUp && scroller.scrollHeight > scroller.clientHeight) follow(false)
  }
  const on = <K extends keyof HTMLElementEventMap>(
    type: K,
    listener: (event: HTMLElementEventMap[K]) => void,
  ): void => scroller.addEventListener(type, listener, options)
  on('wheel', ({ deltaY }) => moved(deltaY < 0))
  on('keydown', ({ key, target }) => {
    if (target === scroller) moved(UPWARD.has(key))
  })
  on('touchstart', ({ touches }) => (finger = touches[0]?.clientY ?? null))
  on('touchmove', ({ touches }) => {
    const now = touches[0]?.clientY ?? null
    if (now !== null && finger !== null && now !== finger) moved(now > finger)
    finger = now
  })
  // Only the scrollbar has the scroller itself as its target.
  on('pointerdown', ({ target }) => (isDragging = target === scroller))
  window.addEventListener('pointerup', () => (isDragging = false), options)
  on('scroll', () => {
    const isUp = scroller.scrollTop < top
    top = scroller.scrollTop
    if (isDragging) moved(isUp)
    if (isUp || performance.now() - movedAt > MOMENTUM_MS) return
    if (scroller.scrollHeight - top - scroller.clientHeight <= BOTTOM_PX) follow(true)
  })
  return () => leave.abort()
}
