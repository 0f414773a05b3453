import type { ReactNode } from 'react'
import { lazyPart } from '../../../../app/parts/lazy-part.tsx'
import type { Finding } from '../find/finding.ts'
import { FindStrip } from '../find/FindStrip.tsx'
import { BlockButton } from '../blocks/BlockButton.tsx'
import { useBlock } from '../blocks/use-block.ts'
import { useTextFind } from '../find/use-text-find.ts'
import { useMay } from '../../../workers/in-fleet.ts'

const MarkdownView = lazyPart(async () => (await import('./MarkdownView.tsx')).MarkdownView)

interface RenderedViewProps {
  title: string
  text: string
  documents: string[]
  lines: readonly string[]
  /** Tasks marked as put aside need not be done. */
  skips: boolean
  finding: Finding
  onSelect(document: string): void
  onComment(line: number): void
  /** Shown beside the text, or below it where space is short. */
  children: ReactNode
}

export function RenderedView(props: RenderedViewProps) {
  const { title, text, documents, lines, skips, finding, onSelect, onComment, children } = props
  const mayComment = useMay('operator')
  const { box, block, onPointer, step: stepBlock, begin } = useBlock(lines)
  const { setRoot, total, at, step } = useTextFind(finding.isOpen ? finding.query : '')
  return (
    <>
      <FindStrip finding={finding} at={at} total={total} onStep={step} />
      <div className="flex min-h-0 grow bg-surface max-xl:flex-col max-xl:overflow-y-auto">
        <div
          tabIndex={0}
          role="region"
          aria-label={title}
          className="min-w-0 grow px-6 py-4 max-md:px-4 xl:overflow-y-auto"
        >
          <div
            ref={box}
            className="relative max-w-[80ch]"
            onPointerMove={(event) => {
              if (event.pointerType === 'mouse' && event.buttons === 0) onPointer(event)
            }}
            onPointerUp={onPointer}
          >
            {mayComment ? (
              <BlockButton {...{ block, onComment }} onStep={stepBlock} onFocus={begin} />
            ) : null}
            <article
              ref={setRoot}
              data-testid="document-text"
              className="[overflow-wrap:anywhere] [&_[data-line]]:scroll-mt-4"
            >
              <MarkdownView {...{ text, documents, skips, onSelect }} />
            </article>
          </div>
        </div>
        {children}
      </div>
    </>
  )
}
