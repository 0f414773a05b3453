/** A checkbox with the text after it. */
export interface Box {
  mark: string
  starred: boolean
  text: string
}

/** Null for a link, a box without text, or anything else. */
export function readBox(content: string): Box | null {
  const found = /^\[([^[\]]{0,8})\]/.exec(content)
  const mark = found?.[1]?.trim()
  if (!found || mark === undefined || !/^(?:.\uFE0F?)?$/su.test(mark)) return null
  const rest = content.slice(found[0].length)
  if (mark === 'P' || isLink(mark, rest)) return null
  const star = boxStar(rest)
  const text = rest.slice(star).trim()
  return text === '' ? null : { mark, starred: star > 0, text }
}

/** Formatters write `[ ]\*`; in `[ ]*word* …` the star is only emphasis. */
function boxStar(rest: string): number {
  const star = /^\\?\*/.exec(rest)?.[0].length ?? 0
  const next = rest.charAt(star)
  return star > 0 && next.trim() !== '' && rest.includes('*', star) ? 0 : star
}

/** `[ ](later) Title` is a box: taken for a link with no text, an open task would vanish. */
function isLink(mark: string, rest: string): boolean {
  const label = /^\[(?!P\])[^[\]]*\]/.exec(rest)?.[0]
  const target = /^\((?!P\))([^)]*)\)/.exec(rest)
  const after = label ?? target?.[0]
  if (after === undefined) return false
  if (mark === '' && rest.length > after.length) return false
  return label !== undefined || !/^[^<\s]+\s+[^"'\s]/.test(target?.[1]?.trim() ?? '')
}

/** Without a list marker, a bracket may also be a footnote or the target of a link. */
export function readBareBox(content: string): Box | null {
  const box = readBox(content)
  if (box === null || box.text.startsWith(':')) return null
  return KNOWN_MARK.test(box.mark) || !/[\p{L}\p{N}^]/u.test(box.mark) ? box : null
}

const KNOWN_MARK = /^[xX~-]?$/

/** `- [ ] `, `[ ] ` or `1.1 [ ] ` after the `#` of a heading. */
export function readHeadingBox(heading: string): Box | null {
  const bare = heading.replace(/^[-*+]\s*/, '')
  if (bare.startsWith('[')) return readBareBox(bare)
  const found = /^((?:\p{L}+\s+)?\**[\d.．]+\**[.):：]?)\s*(?=\[)/u.exec(bare)
  if (found === null) return null
  const box = readBareBox(bare.slice(found[0].length))
  return box && { ...box, text: `${idIn(found[1] ?? '')} ${box.text}` }
}

const idIn = (words: string): string => words.replace(/^\p{L}+\s+/u, '')

/** `**Status**: [ ] Pending`: null for every other line. */
export function readStatusBox(content: string): Box | null {
  const found = STATUS.exec(content)
  return found && readBareBox(`[${found[1] ?? ''}] ${found[2] || 'status'}`)
}

const STATUS =
  /^(?:\*\*|__)?(?:Status|状態|ステータス)\s*(?:[:：]\s*(?:\*\*|__)?|(?:\*\*|__)\s*[:：])\s*\[([^[\]]{0,8})\]\s*(.*)$/i

/** An open box among this many first characters counts, whatever else the line is. */
const SEEN_CHARACTERS = 12

/** `offset`: where the content begins in its line. */
export function holdsOpenBox(content: string, offset: number): boolean {
  const visible = content.includes('`') ? withoutCode(content) : content
  const at = visible.search(/\[\s\]/)
  return at !== -1 && offset + at + 3 <= SEEN_CHARACTERS
}

/** Keeps the length, so that positions stay the same. */
const withoutCode = (content: string): string =>
  content.replace(/(?<!`)(`+)(?!`)(.*?[^`])\1(?!`)/g, (span) => '`'.repeat(span.length))

/** Not an open task: a box without text, or a link with nothing after it. */
export const isEmptyBox = (content: string): boolean =>
  /^\[\s\](?:\\?\*)?(?:\([^)]*\)|\[[^\]]*\])?\s*$/.test(content)
