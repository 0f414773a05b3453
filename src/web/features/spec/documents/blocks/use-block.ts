import { useCallback, useRef, useState, type PointerEvent, type RefObject } from 'react'
import { lineOfSelection } from './source-line.ts'

export interface Block {
  line: number
  top: number
}

interface BlockPlace {
  box: RefObject<HTMLDivElement | null>
  block: Block | null
  /** Call with pointer events; shows the button at the block under the pointer. */
  onPointer(event: PointerEvent<HTMLElement>): void
  step(by: 1 | -1): void
  begin(): void
}

const BLOCK = '[data-line]'

/** The block of a rendered document that the comment button is next to. */
export function useBlock(lines: readonly string[]): BlockPlace {
  const box = useRef<HTMLDivElement>(null)
  const [block, setBlock] = useState<Block | null>(null)
  const show = useCallback(
    (element: Element | null): void => {
      const place = box.current?.getBoundingClientRect()
      if (element === null || place === undefined) return
      const { top } = element.getBoundingClientRect()
      setBlock({ line: lineIn(element, lines), top: top - place.top })
    },
    [lines],
  )
  const all = (): Element[] => [...(box.current?.querySelectorAll(BLOCK) ?? [])]
  return {
    box,
    block,
    onPointer: ({ target }) => {
      if (target instanceof Element) show(target.closest(BLOCK))
    },
    step: (by) => {
      const blocks = all()
      const at = blocks.findIndex((one) => numberOf(one) >= (block?.line ?? 0))
      const next = blocks[at + by]
      if (next === undefined) return
      next.scrollIntoView({ block: 'nearest' })
      show(next)
    },
    begin: () => {
      if (block === null) show(all()[0] ?? null)
    },
  }
}

const numberOf = (element: Element): number => Number(element.getAttribute('data-line'))

/** The line where the selection in the block begins, or the block's first line. */
function lineIn(element: Element, lines: readonly string[]): number {
  const from = numberOf(element)
  const selection = document.getSelection()
  if (selection === null || selection.isCollapsed || !element.contains(selection.anchorNode))
    return from
  const next = element.nextElementSibling?.getAttribute('data-slot')?.split('-')[1]
  const to = next === undefined ? from + (element.textContent ?? '').length : Number(next)
  return lineOfSelection(lines, { from, to: Math.min(to, lines.length) }, selection.toString())
}
