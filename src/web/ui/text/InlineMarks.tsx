import type { ReactNode } from 'react'

const MARKED = /(`+)(.+?)\1|\*\*(.+?)\*\*/g

/** One line of markdown with its code and bold text rendered. */
export function InlineMarks({ text }: { text: string }) {
  const parts: ReactNode[] = []
  let end = 0
  for (const { index, 0: whole, 2: code, 3: strong } of text.matchAll(MARKED)) {
    if (index > end) parts.push(text.slice(end, index))
    parts.push(
      code === undefined ? (
        <strong key={index}>{strong}</strong>
      ) : (
        <code key={index} className="rounded bg-raised px-1 font-mono text-[0.92em]">
          {code.trim()}
        </code>
      ),
    )
    end = index + whole.length
  }
  return (
    <>
      {parts}
      {text.slice(end)}
    </>
  )
}
