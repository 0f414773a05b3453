interface MarkedProps {
  text: string
  /** In lower case; empty highlights nothing. */
  query: string
  isCurrent?: boolean
}

/** A text with every match of the query highlighted. */
export function Marked({ text, query, isCurrent = false }: MarkedProps) {
  if (query === '') return text
  return partsOf(text, query).map((part, index) =>
    index % 2 === 0 ? (
      part
    ) : (
      <mark
        // The parts of one text never change their order.
        key={index}
        className={isCurrent ? 'bg-accent text-on-accent' : 'rounded-sm bg-needs-soft text-inherit'}
      >
        {part}
      </mark>
    ),
  )
}

/** Splits the text at the matches; every second part is a match. */
function partsOf(text: string, query: string): string[] {
  const lower = text.toLowerCase()
  // Some characters change length with case, which would shift all offsets.
  if (lower.length !== text.length) return [text]
  const parts: string[] = []
  let start = 0
  for (let at = lower.indexOf(query); at !== -1; at = lower.indexOf(query, start)) {
    parts.push(text.slice(start, at), text.slice(at, at + query.length))
    start = at + query.length
  }
  parts.push(text.slice(start))
  return parts
}
