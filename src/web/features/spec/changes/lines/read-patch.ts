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
  let hunk: OpenHunk | null = null
  for (const line of linesOf(text)) {
    const begun: OpenHunk | null = hunk === null || isFull(hunk) ? hunkAt(line) : null
    if (begun !== null) hunks.push({ heading: line, lines: begun.lines })
    else if (hunk !== null) add(hunk, line)
    hunk = begun ?? hunk
  }
  return hunks
}

function hunkAt(line: string): OpenHunk | null {
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

interface OpenHunk {
  lines: PatchLine[]
  old: number
  now: number
  oldEnd: number
  nowEnd: number
}

const isFull = ({ old, now, oldEnd, nowEnd }: OpenHunk): boolean => old >= oldEnd && now >= nowEnd

function add(hunk: OpenHunk, line: string): void {
  const mark = line[0]
  if (mark === '\\') {
    const last = hunk.lines.at(-1)
    if (last !== undefined) last.isUnended = true
    return
  }
  if (isFull(hunk)) return
  const hasCr = line.endsWith('\r')
  const rest = { text: line.slice(1, hasCr ? -1 : undefined), hasCr, isUnended: false }
  if (mark === '+') hunk.lines.push({ type: 'added', old: null, now: hunk.now++, ...rest })
  else if (mark === '-') hunk.lines.push({ type: 'removed', old: hunk.old++, now: null, ...rest })
  else hunk.lines.push({ type: 'same', old: hunk.old++, now: hunk.now++, ...rest })
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
