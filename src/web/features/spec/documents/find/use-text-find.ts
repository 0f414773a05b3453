import { useCallback, useEffect, useState } from 'react'
import { findStep } from '../../../../ui/text/find-step.ts'
import './find.css'

const FOUND = 'document-find'
const CURRENT = 'document-find-current'

interface TextFind {
  setRoot(root: HTMLElement | null): void
  total: number
  /** Index into the matches; -1 before the first step. */
  at: number
  step(step: 1 | -1): void
}

/** Finds a text on screen and highlights it without changing the DOM. */
export function useTextFind(query: string): TextFind {
  const [root, setRoot] = useState<HTMLElement | null>(null)
  const [ranges, setRanges] = useState<Range[]>([])
  const [at, setAt] = useState(-1)
  useEffect(() => {
    setAt(-1)
    if (root === null || query === '') return setRanges([])
    const search = (): void => setRanges(rangesOf(root, query.toLowerCase()))
    search()
    const observer = new MutationObserver(search)
    observer.observe(root, { childList: true, subtree: true, characterData: true })
    return () => observer.disconnect()
  }, [root, query])
  useEffect(() => mark(ranges, at), [ranges, at])
  const step = useCallback(
    (by: 1 | -1) => {
      const next = findStep(ranges.length, at, by)
      if (next === null) return
      setAt(next)
      ranges[next]?.startContainer.parentElement?.scrollIntoView({ block: 'center' })
    },
    [ranges, at],
  )
  return { setRoot, total: ranges.length, at, step }
}

function rangesOf(root: HTMLElement, query: string): Range[] {
  const { nodes, text } = textIn(root)
  const lower = text.toLowerCase()
  // Some characters change length with case, which would shift all offsets.
  const searched = lower.length === text.length ? lower : text
  const ranges: Range[] = []
  let node = 0
  for (let from = searched.indexOf(query); from !== -1; from = searched.indexOf(query, from + 1)) {
    while ((nodes[node + 1]?.start ?? Infinity) <= from) node++
    const range = document.createRange()
    const end = nodeAt(nodes, from + query.length - 1, node)
    const first = nodes[node]
    if (first === undefined || end === undefined) break
    range.setStart(first.node, from - first.start)
    range.setEnd(end.node, from + query.length - end.start)
    ranges.push(range)
  }
  return ranges
}

interface Piece {
  node: Node
  start: number
}

function textIn(root: HTMLElement): { nodes: Piece[]; text: string } {
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
  const nodes: Piece[] = []
  let text = ''
  while (walker.nextNode() !== null) {
    const node = walker.currentNode
    // The style sheet of a diagram is a text node too.
    if (node.parentElement?.closest('svg') !== null) continue
    nodes.push({ node, start: text.length })
    text += node.nodeValue ?? ''
  }
  return { nodes, text }
}

function nodeAt(nodes: Piece[], place: number, from: number): Piece | undefined {
  let at = from
  while ((nodes[at + 1]?.start ?? Infinity) <= place) at++
  return nodes[at]
}

function mark(ranges: Range[], at: number): (() => void) | undefined {
  const current = ranges[at]
  if (!('highlights' in CSS)) {
    if (current !== undefined) document.getSelection()?.setBaseAndExtent(...endsOf(current))
    return undefined
  }
  const highlight = new Highlight(...(current === undefined ? [] : [current]))
  highlight.priority = 1
  CSS.highlights.set(FOUND, new Highlight(...ranges))
  CSS.highlights.set(CURRENT, highlight)
  return () => {
    CSS.highlights.delete(FOUND)
    CSS.highlights.delete(CURRENT)
  }
}

const endsOf = (range: Range): [Node, number, Node, number] => [
  range.startContainer,
  range.startOffset,
  range.endContainer,
  range.endOffset,
]
