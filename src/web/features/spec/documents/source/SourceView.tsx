import type { WorkItem } from '../../../../../contracts/work-item.ts'
import { useEffect, useMemo, useRef, useState } from 'react'
import { Virtuoso, type VirtuosoHandle } from 'react-virtuoso'
import { useMessages } from '../../../../i18n/messages.ts'
import { findStep } from '../../../../ui/text/find-step.ts'
import type { PlacedComment } from '../comments/comment-lines.ts'
import { linesBegun } from '../comments/comments-store.ts'
import type { Finding } from '../find/finding.ts'
import { FindStrip } from '../find/FindStrip.tsx'
import { SourceLine, type LineContext } from './SourceLine.tsx'

interface SourceViewProps {
  owner: WorkItem
  document: string
  lines: string[]
  comments: PlacedComment[]
  /** The line to show first. */
  jump: number | null
  finding: Finding
}

/** The text as in the file, line by line. */
export function SourceView(props: SourceViewProps) {
  const { owner, document, lines, comments, jump, finding } = props
  const { documents } = useMessages()
  const list = useRef<VirtuosoHandle>(null)
  const [current, setCurrent] = useState(jump)
  const [at, setAt] = useState(-1)
  const [writing, setWriting] = useState(() => linesBegun(owner, { document }))
  const byLine = useMemo(() => commentsByLine(comments), [comments])
  const marked = finding.isOpen ? finding.query.toLowerCase() : ''
  const found = useMemo(() => linesWith(lines, marked), [lines, marked])
  useEffect(() => setAt(-1), [marked])
  const show = (line: number): void => {
    setCurrent(line)
    list.current?.scrollToIndex({ index: line - 1, align: 'center' })
  }
  const context = useMemo<LineContext>(
    () => ({
      owner,
      document,
      lines,
      comments: byLine,
      writing,
      marked,
      current,
      open: (line) => setWriting((before) => new Set(before).add(line)),
      close: (line) => setWriting((before) => new Set([...before].filter((n) => n !== line))),
    }),
    [owner, document, lines, byLine, writing, marked, current],
  )
  return (
    <>
      <FindStrip
        finding={finding}
        at={at}
        total={found.length}
        onStep={(step) => {
          const next = findStep(found.length, at, step)
          const line = next === null ? undefined : found[next]
          if (next === null || line === undefined) return
          setAt(next)
          show(line)
        }}
      />
      <Virtuoso
        ref={list}
        className="min-h-0 grow bg-surface"
        aria-label={documents.source}
        role="region"
        totalCount={lines.length}
        initialTopMostItemIndex={jump === null ? 0 : { index: jump - 1, align: 'center' }}
        defaultItemHeight={20}
        increaseViewportBy={400}
        components={MARGIN}
        context={context}
        itemContent={(index, _, row) => <SourceLine line={index + 1} context={row} />}
      />
    </>
  )
}

const MARGIN = { Header: () => <div className="h-2" />, Footer: () => <div className="h-4" /> }

function commentsByLine(comments: PlacedComment[]): ReadonlyMap<number, PlacedComment[]> {
  const byLine = new Map<number, PlacedComment[]>()
  for (const placed of comments)
    byLine.set(placed.line, [...(byLine.get(placed.line) ?? []), placed])
  return byLine
}

function linesWith(lines: string[], query: string): number[] {
  if (query === '') return []
  return lines.flatMap((line, index) => (line.toLowerCase().includes(query) ? [index + 1] : []))
}
