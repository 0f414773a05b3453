import { TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'

/** A notice about the document below. */
export function Strip({ words, children }: { words: string; children?: ReactNode }) {
  return (
    <div
      role="status"
      className="flex shrink-0 flex-wrap items-center gap-2 border-b border-line bg-needs-soft px-3 py-1.5 text-xs max-md:text-sm"
    >
      <TriangleAlert aria-hidden className="size-3.5 shrink-0 text-needs" />
      <p className="min-w-0 grow basis-60">{words}</p>
      {children}
    </div>
  )
}
