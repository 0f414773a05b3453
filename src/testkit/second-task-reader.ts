/**
 * Tells whether a tasks.md is done. Written from `docs/formats.md` alone and independent of the
 * product's reader: a mistake in one of them shows as a disagreement.
 */
export function isDoneForSecondReader(text: string): boolean {
  const seen = { open: 0, done: 0, isReadable: true }
  for (const line of plainLines(text, seen)) judgeLine(line, seen)
  return seen.isReadable && seen.open === 0 && seen.done > 0
}

interface Tally {
  open: number
  done: number
  isReadable: boolean
}

/** Without fenced code and comments; an unclosed one makes the file unreadable. */
function plainLines(text: string, seen: Tally): string[] {
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
  seen.isReadable = fence === '' && !isComment
  return kept
}

const IN_LIST = /^(?:\s|>|[-*+](?=[\s[])|\d+[.)](?=[\s[]))+/

function judgeLine(line: string, seen: Tally): void {
  const plain = line
    .replaceAll(/[\t\u00A0\u3000]/g, ' ')
    .replaceAll(/`[^`]*`/g, (code) => '`'.repeat(code.length))
  const inner = plain.replace(IN_LIST, '')
  const isListed = /[-*+.)]/.test(plain.slice(0, plain.length - inner.length))
  const box = boxOf(inner, isListed)
  if (box === 'nothing') return
  if (box !== null) {
    if (box === 'open') seen.open++
    if (box === 'done' || box === 'optional') seen.done++
    return
  }
  if (plain.slice(0, 12).includes('[ ]')) seen.open++
}

type Judged = 'open' | 'done' | 'optional' | 'nothing'

/** Null: no rule explains the line. */
function boxOf(inner: string, isListed: boolean): Judged | null {
  const status = /^(?:\*\*)?Status(?:\*\*)?:(?:\*\*)? *(\[.*)$/.exec(inner)?.[1]
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
