import type { WorkItem } from '../../../contracts/work-item.ts'
import { lazyPart } from '../../app/parts/lazy-part.tsx'
import { go } from '../../app/routes.ts'
import type { Excerpt } from './excerpt.ts'

const MarkdownView = lazyPart(
  async () => (await import('../spec/documents/rendered/MarkdownView.tsx')).MarkdownView,
  { waiting: null, failed: ({ text }) => <Plain text={text} /> },
)

interface LinesProps {
  excerpt: Excerpt
  label: string
  item: WorkItem
}

const NONE: string[] = []

/** Renders untrusted text like a document, or as plain text if the renderer fails to load. */
export function Lines({ excerpt, label, item }: LinesProps) {
  return (
    <figure className="border-l-2 border-line-strong pl-3">
      <figcaption className="text-xs text-muted">{label}</figcaption>
      <div
        data-testid="excerpt"
        className="max-w-[80ch] [overflow-wrap:anywhere] [&_h2]:text-base [&_h3]:border-0 [&_h3]:pb-0 [&_h3]:text-sm [&_p]:whitespace-pre-line"
      >
        <MarkdownView
          text={excerpt.text}
          documents={NONE}
          onSelect={(document) => go({ screen: 'item', item, tab: 'documents', document })}
        />
      </div>
      {excerpt.hasMore ? <p aria-hidden>…</p> : null}
    </figure>
  )
}

const Plain = ({ text }: { text: string }) => (
  <p className="whitespace-pre-wrap font-mono text-xs leading-5">{text}</p>
)
