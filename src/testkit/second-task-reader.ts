/**
 * Tells whether a tasks.md is done. Written from `docs/formats.md` alone and independent of the
 * product's reader: a mistake in one of them shows as a disagreement.
 */
export function isDoneForSecondReader(text: string): boolean {
  const { lines, isReadable } = plainLines(text)
  const boxes = lines.flatMap((_, at) => boxIn(lines, at) ?? [])
  if (!isReadable || boxes.length === 0) return false
  if (lines.some((line, at) => isForgottenHeading(line, { at, lines, boxes }))) return false
  return boxes.every((box) => isSettled(box, { lines, boxes }))
}

interface SeenBox {
  /** The line in which its task begins. */
  at: number
  judged: Exclude<Judged, 'nothing'>
  /** The character in the box. */
  mark: string
  id: string
  /** Headings are to the left of every list, the highest ones most. */
  indent: number
  quotes: number
  isListed: boolean
  isOdd: boolean
}

interface Seen {
  lines: string[]
  boxes: SeenBox[]
}

const isSettled = (box: SeenBox, seen: Seen): boolean =>
  box.judged !== 'open' || isSettledByParts(box, seen)

/** At least one task directly below it is required, and all of those are settled. */
function isSettledByParts(box: SeenBox, seen: Seen): boolean {
  if (box.isOdd || !/^[\s-]?$/.test(box.mark)) return false
  const after = seen.boxes.slice(seen.boxes.indexOf(box) + 1)
  const end = after.findIndex((other) => !isBelow(other, box, seen.lines))
  const parts: SeenBox[] = []
  for (const other of end === -1 ? after : after.slice(0, end)) {
    const last = parts.at(-1)
    if (last === undefined || !isBelow(other, last, seen.lines)) parts.push(other)
  }
  const required = parts.filter(({ judged }) => judged !== 'optional')
  return required.length > 0 && required.every((part) => isSettled(part, seen))
}

function isBelow(other: SeenBox, box: SeenBox, lines: string[]): boolean {
  if (!other.isListed || other.quotes !== box.quotes) return false
  const between = lines.slice(box.at + 1, other.at + 1).filter((line) => line.startsWith('#'))
  if (other.indent > box.indent)
    return between.every((heading) => headingIndent(heading) > box.indent)
  const isNumbered = box.id !== '' && other.id.startsWith(`${box.id}.`)
  return other.indent === box.indent && between.length === 0 && isNumbered
}

const headingIndent = (line: string): number => (/^#+/.exec(line)?.[0].length ?? 0) - 7

/** The heading of a task, with neither a box nor another task below it, that does not say "done". */
function isForgottenHeading(line: string, { at, lines, boxes }: Seen & { at: number }): boolean {
  if (!HEADING.test(line) || /✅|done/i.test(line)) return false
  if (!isLeaf(at, { lines, boxes })) return false
  if (!/^#+ \d+\. /.test(line)) return true
  const level = headingIndent(line)
  const peers = lines.flatMap((other, index) =>
    /^#+ \d+\. /.test(other) && headingIndent(other) === level ? [index] : [],
  )
  const leaves = peers.filter((index) => isLeaf(index, { lines, boxes }))
  return peers.length >= 4 && (peers.length - leaves.length) * 4 <= peers.length
}

const HEADING = /^#+ *(?:Task +\d|T\d|\d+(?:\.\d+)*\.? )/

function isLeaf(at: number, { lines, boxes }: Seen): boolean {
  const level = headingIndent(lines[at] ?? '')
  const rest = lines.slice(at + 1)
  const length = rest.findIndex((line) => line.startsWith('#') && headingIndent(line) <= level)
  const end = length === -1 ? lines.length : at + 1 + length
  return (
    !boxes.some((box) => box.at >= at && box.at < end) &&
    !lines.slice(at + 1, end).some((line) => HEADING.test(line))
  )
}

/** Without fenced code and comments; an unclosed one makes the file unreadable. */
function plainLines(text: string): { lines: string[]; isReadable: boolean } {
  const kept: string[] = []
  let fence = ''
  let isComment = false
  const lines = text.replace('\uFEFF', '').split(/\r?\n/)
  lines.forEach((line, index) => {
    const bars = /^ {0,3}(```+|~~~+)/.exec(line)?.[1] ?? ''
    if (fence !== '') {
      if (bars.startsWith(fence) && line.trim() === bars) fence = ''
    } else if (isComment) {
      isComment = !line.includes('-->')
    } else if (bars !== '') {
      const isLast = lines.slice(index + 1).every((rest) => rest.trim() === '')
      if (!isLast) fence = bars
    } else if (line.startsWith('<!--')) {
      isComment = !line.includes('-->')
    } else kept.push(line)
  })
  return { lines: kept, isReadable: fence === '' && !isComment }
}

const IN_LIST = /^(?:\s|>|[-*+](?=[\s[])|\d+[.)](?=[\s[]))+/

function boxIn(lines: string[], at: number): SeenBox | null {
  const line = lines[at] ?? ''
  const plain = line
    .replaceAll(/[\t\u00A0\u3000]/g, ' ')
    .replaceAll(/`[^`]*`/g, (code) => '`'.repeat(code.length))
  const inner = plain.replace(IN_LIST, '')
  const lead = line.slice(0, plain.length - inner.length).replaceAll('\t', '    ')
  const isListed = /[-*+.)]/.test(lead)
  const judged = boxOf(inner, isListed)
  const isOdd = judged === null && plain.slice(0, 12).includes('[ ]')
  if (judged === 'nothing' || (judged === null && !isOdd)) return null
  const heading = inner.startsWith('#') ? inner : STATUS.test(inner) ? headingAbove(lines, at) : ''
  return {
    at,
    judged: judged ?? 'open',
    mark: /\[([^\]]*)\]/.exec(inner)?.[1] ?? '',
    id: idOf(heading === '' ? inner : heading),
    indent: heading === '' ? lead.search(/(?:[-*+]|\d[.)])\s*$|$/) : headingIndent(heading),
    quotes: lead.split('>').length - 1,
    isListed: isListed || heading !== '',
    isOdd,
  }
}

const headingAbove = (lines: string[], at: number): string =>
  lines.slice(0, at).findLast((line) => line.startsWith('#')) ?? ''

/** The number of a heading, or the one behind the box. */
const idOf = (words: string): string =>
  /^#+ *(?:\p{L}+ +)?(\d[\d.]*\d|\d)/u.exec(words)?.[1] ??
  /\]\\?\*? *(?:\([P]\) )?(?:\*\*)?((?:T-?)?\d+(?:\.\d+)*)(?=[*.: ])/.exec(words)?.[1] ??
  ''

type Judged = 'open' | 'done' | 'optional' | 'nothing'

const STATUS = /^(?:\*\*)?Status(?:\*\*)?:(?:\*\*)? *(\[.*)$/

/** Null: no rule explains the line. */
function boxOf(inner: string, isListed: boolean): Judged | null {
  const status = STATUS.exec(inner)?.[1]
  if (status !== undefined) return judgeBox(status)
  if (inner.startsWith('#')) {
    const heading = inner.replace(/^#+ */, '').replace(/^[-*+] */, '')
    if (heading.startsWith('[')) return judgeBox(heading)
    const numbered = /^(?:\p{L}+ +)?[\d.]+[.):]? *(\[.*)$/u.exec(heading)?.[1]
    return numbered === undefined ? null : judgeBox(numbered)
  }
  return inner.startsWith('[') ? judgeBox(inner, isListed) : null
}

/** `[x](a.md)`, `[x](a.md "A title")`, `[x][a]`; `(P)` and `(see below)` are not addresses. */
const LINK = /^(?:\((?!P\))\s*(?:<[^>]*>|[^\s)]*)(?:\s+["'][^)]*)?\s*\)|\[(?!P\])[^\][]*\])/

function judgeBox(text: string, isListed = false): Judged | null {
  const [all = '', mark = ''] = /^\[([^\][]*)\]/.exec(text) ?? []
  if (all === '') return null
  const rest = text.slice(all.length)
  if (mark.trim().length > 1 || mark === 'P') return 'nothing'
  const isOpen = mark.trim() === ''
  const link = LINK.exec(rest)?.[0]
  if (link !== undefined && (!isOpen || rest === link)) return 'nothing'
  if (!isListed && rest.startsWith(':')) return 'nothing'
  if (!isListed && /^[\p{L}\p{N}]$/u.test(mark) && !/^[xX]$/.test(mark)) return 'nothing'
  if (rest.replace(/^\\?\*/, '').trim() === '') return 'nothing'
  if (/^\\?\*(?!\S[^*]*\*)/.test(rest)) return 'optional'
  if (/^ *(?:T-?)?\d+(?:\.\d+)*(?:\\?\*\.?|\.\\?\*)(?= |$)/.test(rest)) return 'optional'
  return mark === 'x' || mark === 'X' ? 'done' : 'open'
}
