import { useContext, useRef, type MouseEvent, type PointerEvent } from 'react'
import { followLink, go } from '../../app/routes.ts'
import type { BoardItem } from './board-items.ts'
import { usePicked } from './bulk/picked-store.ts'
import { ShownOrder } from './bulk/PickBox.tsx'

const LONG_PRESS_MS = 500
/** A finger is never quite still; moving further than this is scrolling. */
const STILL_PX = 10

interface RowPress {
  onClick(event: MouseEvent<HTMLElement>): void
  onPointerDown(event: PointerEvent): void
  onPointerMove(event: PointerEvent): void
  onPointerUp(): void
  onPointerCancel(): void
  onContextMenu(event: MouseEvent): void
}

/**
 * A click anywhere in a row opens its item; links and buttons keep their own meaning. With shift or
 * ctrl, after a long press, and in selection mode, it selects the row instead.
 */
export function useRowPress(item: BoardItem): RowPress {
  const order = useContext(ShownOrder)
  const press = useRef<{ timer: ReturnType<typeof setTimeout>; x: number; y: number } | null>(null)
  const wasLong = useRef(false)
  const end = (): void => {
    clearTimeout(press.current?.timer)
    press.current = null
  }
  return {
    onClick(event) {
      const { target, currentTarget } = event
      // React events also bubble from the row's dialogs, which are elsewhere in the DOM.
      if (!(target instanceof Element) || !currentTarget.contains(target)) return
      const { isPicking, toggle, extend } = usePicked.getState()
      const isPicked =
        wasLong.current || isPicking || event.shiftKey || event.ctrlKey || event.metaKey
      if (target.closest('button, label') !== null) return
      const link = target.closest('a')
      if (link !== null && !wasLong.current && !isPicking) return followLink(event, link)
      if (isPicked) {
        event.preventDefault()
        if (wasLong.current) wasLong.current = false
        else if (event.shiftKey) extend(item.key, order())
        else toggle(item.key)
        return
      }
      if (window.getSelection()?.isCollapsed === false) return
      go({ screen: 'item', item: item.row.item, tab: 'documents', document: null })
    },
    onPointerDown({ pointerType, clientX: x, clientY: y }) {
      wasLong.current = false
      if (pointerType !== 'touch') return
      const timer = setTimeout(() => {
        wasLong.current = true
        usePicked.getState().begin()
        usePicked.getState().toggle(item.key)
      }, LONG_PRESS_MS)
      press.current = { timer, x, y }
    },
    onPointerMove({ clientX, clientY }) {
      if (press.current === null) return
      const { x, y } = press.current
      if (Math.hypot(clientX - x, clientY - y) > STILL_PX) end()
    },
    onPointerUp: end,
    onPointerCancel: end,
    onContextMenu(event) {
      // Suppresses the browser's long-press menu for links.
      if (wasLong.current || press.current !== null) event.preventDefault()
    },
  }
}
