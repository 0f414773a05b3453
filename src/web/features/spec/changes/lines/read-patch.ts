export interface PatchLine {
  type: 'same' | 'added' | 'removed'
  /** Its line number in the base, and its current one. */
  old: number | null
  now: number | null
  text: string
  /** It ends with CRLF: without this, a change of only the line end would be invisible. */
  hasCr: boolean
  /** It is the last line and has no line end. */
  isUnended: boolean
}

export interface Hunk {
  heading: string
  lines: PatchLine[]
}

const HEADING = /^@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@/

/** Reads the hunks that git printed for one file. Every line in them starts with a mark. */
export function readPatch(text: string): Hunk[] {
  const hunks: Hunk[] = []
  let place: Place | null = null
  for (const line of linesOf(text)) {
    const begun: Place | null = place === null || isFull(place) ? placeAt(line) : null
    if (begun !== null) hunks.push({ heading: line, lines: begun.lines })
    else if (place !== null) add(place, line)
    place = begun ?? place
  }
  return hunks
}

function placeAt(line: string): Place | null {
  const heading = HEADING.exec(line)
  if (heading === null) return null
  const [, old = '1', oldCount = '1', now = '1', nowCount = '1'] = heading
  return {
    lines: [],
    old: Number(old),
    now: Number(now),
    oldEnd: Number(old) + Number(oldCount),
    nowEnd: Number(now) + Number(nowCount),
  }
}

interface Place {
  lines: PatchLine[]
  old: number
  now: number
  oldEnd: number
  nowEnd: number
}

const isFull = ({ old, now, oldEnd, nowEnd }: Place): boolean => old >= oldEnd && now >= nowEnd

function add(place: Place, line: string): void {
  const mark = line[0]
  if (mark === '\\') {
    const last = place.lines.at(-1)
    if (last !== undefined) last.isUnended = true
    return
  }
  if (isFull(place)) return
  const hasCr = line.endsWith('\r')
  const rest = { text: line.slice(1, hasCr ? -1 : undefined), hasCr, isUnended: false }
  if (mark === '+') place.lines.push({ type: 'added', old: null, now: place.now++, ...rest })
  else if (mark === '-') place.lines.push({ type: 'removed', old: place.old++, now: null, ...rest })
  else place.lines.push({ type: 'same', old: place.old++, now: place.now++, ...rest })
}

function linesOf(text: string): string[] {
  const lines = text.split('\n')
  return lines.at(-1) === '' ? lines.slice(0, -1) : lines
}

export type Pair = [old: PatchLine | null, now: PatchLine | null]

/** Pairs removed lines with the lines that replaced them. */
export function pairsOf(lines: readonly PatchLine[]): Pair[] {
  const pairs: Pair[] = []
  let removed: PatchLine[] = []
  let added: PatchLine[] = []
  const flush = (): void => {
    const count = Math.max(removed.length, added.length)
    for (let at = 0; at < count; at++) pairs.push([removed[at] ?? null, added[at] ?? null])
    removed = []
    added = []
  }
  for (const line of lines) {
    if (line.type === 'removed' && added.length > 0) flush()
    if (line.type === 'removed') removed.push(line)
    else if (line.type === 'added') added.push(line)
    else {
      flush()
      pairs.push([line, line])
    }
  }
  flush()
  return pairs
}
