export interface DiffLine {
  kind: 'same' | 'removed' | 'added'
  text: string
}

/** Texts that differ in more lines than this are shown as a full replacement. */
const MAX_DIFFERENT = 1000

/** A line diff that marks as few lines as possible as different. */
export function diffLines(before: string, after: string): DiffLine[] {
  const a = before.split('\n')
  const b = after.split('\n')
  let head = 0
  while (head < a.length && head < b.length && a[head] === b[head]) head++
  let tail = 0
  const room = Math.min(a.length, b.length) - head
  while (tail < room && a[a.length - 1 - tail] === b[b.length - 1 - tail]) tail++
  return [
    ...lines('same', a.slice(0, head)),
    ...middle(a.slice(head, a.length - tail), b.slice(head, b.length - tail)),
    ...lines('same', a.slice(a.length - tail)),
  ]
}

const lines = (kind: DiffLine['kind'], texts: string[]): DiffLine[] =>
  texts.map((text) => ({ kind, text }))

/** Myers' algorithm: finds how far each diagonal reaches with d differences, then traces back. */
function middle(a: string[], b: string[]): DiffLine[] {
  const steps = reaches(a, b)
  if (steps === null) return [...lines('removed', a), ...lines('added', b)]
  const found: DiffLine[] = []
  let x = a.length
  let y = b.length
  for (let d = steps.length - 1; d >= 0; d--) {
    const reach = steps[d] ?? new Map<number, number>()
    const from = diagonalBefore(reach, x - y, d)
    const fromX = d === 0 ? 0 : (reach.get(from) ?? 0)
    const fromY = d === 0 ? 0 : fromX - from
    while (x > fromX && y > fromY) {
      x--
      y--
      found.push({ kind: 'same', text: a[x] ?? '' })
    }
    if (d === 0) break
    if (x === fromX) found.push({ kind: 'added', text: b[--y] ?? '' })
    else found.push({ kind: 'removed', text: a[--x] ?? '' })
  }
  return found.toReversed()
}

/** The reaches before each step d; null when too much differs. */
function reaches(a: string[], b: string[]): Map<number, number>[] | null {
  const steps: Map<number, number>[] = []
  let reach = new Map<number, number>([[1, 0]])
  for (let d = 0; d <= Math.min(a.length + b.length, MAX_DIFFERENT); d++) {
    steps.push(reach)
    const next = new Map<number, number>()
    for (let k = -d; k <= d; k += 2) {
      const from = diagonalBefore(reach, k, d)
      let x = (reach.get(from) ?? 0) + (from < k ? 1 : 0)
      while (x < a.length && x - k < b.length && a[x] === b[x - k]) x++
      next.set(k, x)
      if (x >= a.length && x - k >= b.length) return steps
    }
    reach = next
  }
  return null
}

/** The neighbour from which diagonal k is reached: the one that has come further. */
function diagonalBefore(reach: Map<number, number>, k: number, d: number): number {
  const isDown = k === -d || (k !== d && (reach.get(k - 1) ?? -1) < (reach.get(k + 1) ?? -1))
  return isDown ? k + 1 : k - 1
}

export type DiffRow = DiffLine | { kind: 'skipped'; count: number }

/** Leaves out equal lines that are far from every difference. */
export function withContext(diff: DiffLine[], around: number): DiffRow[] {
  const isNear = diff.map(() => false)
  diff.forEach(({ kind }, at) => {
    if (kind !== 'same') isNear.fill(true, Math.max(0, at - around), at + around + 1)
  })
  const rows: DiffRow[] = []
  for (const [at, line] of diff.entries()) {
    const last = rows.at(-1)
    if (isNear[at] === true) rows.push(line)
    else if (last?.kind === 'skipped') last.count++
    else rows.push({ kind: 'skipped', count: 1 })
  }
  return rows
}
