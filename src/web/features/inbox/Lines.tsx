import type { Excerpt } from './excerpt.ts'

interface LinesProps {
  excerpt: Excerpt
  label: string
}

/** Untrusted text, as plain text. */
export function Lines({ excerpt, label }: LinesProps) {
  return (
    <figure className="border-l-2 border-line-strong pl-3">
      <figcaption className="text-xs text-muted">{label}</figcaption>
      <p className="whitespace-pre-wrap break-words font-mono text-xs leading-5">
        {excerpt.lines.join('\n')}
        {excerpt.hasMore ? '\n…' : ''}
      </p>
    </figure>
  )
}
