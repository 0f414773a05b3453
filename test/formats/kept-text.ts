const unticked = (line: string): string => line.replaceAll(/\[[xX\-~? \u00A0\u3000]\]/g, '[ ]')

/**
 * What a run may not do to a document that was there: lines may be added and boxes ticked, and
 * everything else stays, with its line ends.
 */
export function changesIn(before: string, after: string): string[] {
  const now = linesOf(after)
  let at = 0
  const lost = linesOf(before).filter((line) => {
    const found = now.findIndex((other, index) => index >= at && unticked(other) === unticked(line))
    if (found === -1) return true
    at = found + 1
    return false
  })
  return [
    ...lost.map((line) => `has lost ${JSON.stringify(line)}`),
    ...(endsIn(before) === 'CRLF' && endsIn(after) !== 'CRLF' ? ['has other line ends'] : []),
    ...(countOf(before) > countOf(after) ? ['has fewer ticks'] : []),
  ]
}

/** Each without its end; the last may have got one because more was added. */
const linesOf = (text: string): string[] => text.split(/(?<=\n)/).map((line) => line.trimEnd())

const endsIn = (text: string): 'CRLF' | 'LF' | 'both' => {
  if (!text.includes('\r\n')) return 'LF'
  return /(?:^|[^\r])\n/.test(text) ? 'both' : 'CRLF'
}

const countOf = (text: string): number => text.match(/\[[xX]\]/g)?.length ?? 0

/** What the host itself keeps in spec.json; everything else in it is someone else's. */
const OURS: readonly string[] = [
  'phase',
  'approvals',
  'updated_at',
  'documentReview',
  'inspection',
  'impl',
]

/** Keys of a spec.json whose value or place has changed though they are not the host's. */
export function keysLost(before: string, after: string): string[] {
  const was = JSON.parse(before) as Record<string, unknown>
  const is = JSON.parse(after) as Record<string, unknown>
  const keys = Object.keys(was)
  const lost = keys.filter(
    (key) => !OURS.includes(key) && JSON.stringify(was[key]) !== JSON.stringify(is[key]),
  )
  const order = Object.keys(is).filter((key) => key in was)
  return order.join() === keys.join() ? lost : [...lost, 'the order of its keys']
}
