export type JsonObject = Record<string, unknown>

/**
 * Gives a JSON object the values of `after`. What stays the same keeps every byte: spaces, line
 * ends, the order of keys, numbers that are too long to be parsed exactly.
 */
export function editedJson(text: string, after: JsonObject): string {
  const start = text.indexOf('{')
  const before = JSON.parse(text.replace(/^\uFEFF/, '')) as JsonObject
  const edits: Edit[] = []
  collect({ text, start, edits, unit: unitOf(text) }, before, after)
  const result = applyEdits(text, edits)
  return hasValues(result, after) ? result : reprinted(text, after)
}

interface Edit {
  from: number
  to: number
  text: string
}

interface Place {
  text: string
  /** The position of the opening brace. */
  start: number
  edits: Edit[]
  /** One step of indentation; empty if everything is on one line. */
  unit: string
}

/** Checks the result: edits may fail on properties with special names. */
function hasValues(text: string, after: JsonObject): boolean {
  try {
    return withSortedKeys(JSON.parse(text.replace(/^\uFEFF/, ''))) === withSortedKeys(after)
  } catch {
    return false
  }
}

/** Ignores key order: a member that was removed and added again is at another place in `after`. */
const withSortedKeys = (value: unknown): string =>
  JSON.stringify(value, (_, one: unknown) =>
    isObject(one)
      ? Object.fromEntries(Object.entries(one).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : one,
  )

function reprinted(text: string, after: JsonObject): string {
  const body = JSON.stringify(after, null, unitOf(text)).replaceAll('\n', newlineIn(text))
  const [, end = ''] = /(\s*)$/.exec(text) ?? []
  return `${text.startsWith('\uFEFF') ? '\uFEFF' : ''}${body}${end}`
}

const newlineIn = (text: string): string => (text.includes('\r\n') ? '\r\n' : '\n')

const unitOf = (text: string): string =>
  /^\uFEFF?\{\r?\n([ \t]+)/.exec(text)?.[1] ?? (text.trim().includes('\n') ? '  ' : '')

function collect(place: Place, before: JsonObject, after: JsonObject): void {
  const { text, edits } = place
  const members = membersAt(text, place.start)
  const [first] = members
  const last = members.at(-1)
  if (first === undefined || last === undefined) return
  const gap = text.slice(place.start + 1, first.key)
  const firstKept = members.findIndex(({ name }) => Object.hasOwn(after, name))
  members.forEach((member, at) => {
    const { name, value, end } = member
    if (!Object.hasOwn(after, name)) return void edits.push(removal(members, at, firstKept))
    // Of several members with the same name, only the last one counts.
    if (members.some((other, place) => place > at && other.name === name)) return
    const now = after[name]
    const was = before[name]
    if (JSON.stringify(was) === JSON.stringify(now)) return
    if (isObject(was) && isObject(now) && Object.keys(was).length > 0)
      return collect({ ...place, start: value }, was, now)
    edits.push({ from: value, to: end, text: printed(now, gap, place) })
  })
  const added = Object.keys(after).filter((name) => !Object.hasOwn(before, name))
  const colon = text.slice(first.keyEnd, first.value)
  const between =
    gap.includes('\n') || !text.slice(place.start, last.end).includes(', ') ? gap : ' '
  const words = added.map(
    (name) => `${JSON.stringify(name)}${colon}${printed(after[name], gap, place)}`,
  )
  if (words.length === 0) return
  const comma = `,${between}`
  const more = `${firstKept === -1 ? '' : comma}${words.join(comma)}`
  edits.push({ from: last.end, to: last.end, text: more })
}

/** Includes the comma before the member, or the one after it if none before it is kept. */
function removal(members: Member[], at: number, firstKept: number): Edit {
  const { key = 0, end = 0 } = members[at] ?? {}
  const previous = members[at - 1]
  if (previous !== undefined && firstKept !== -1 && firstKept < at)
    return { from: previous.end, to: end, text: '' }
  return { from: key, to: members[at + 1]?.key ?? end, text: '' }
}

/** Indented like the members around it; on one line if they are. */
function printed(value: unknown, gap: string, { text, unit }: Place): string {
  if (!gap.includes('\n')) return JSON.stringify(value)
  const newline = newlineIn(text) + gap.slice(gap.lastIndexOf('\n') + 1)
  return JSON.stringify(value, null, unit).replaceAll('\n', newline)
}

const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function applyEdits(text: string, edits: Edit[]): string {
  let result = ''
  let at = 0
  for (const edit of edits.toSorted((a, b) => a.from - b.from || a.to - b.to)) {
    result += text.slice(at, edit.from) + edit.text
    at = edit.to
  }
  return result + text.slice(at)
}

interface Member {
  name: string
  key: number
  keyEnd: number
  value: number
  end: number
}

const STRING = /"[^"\\]*(?:\\.[^"\\]*)*"/y
const SCALAR = /[^\s,\]}]+/y
const BLANK = /\s*/y

/** The members of the object that begins at `start`; the text must be valid JSON. */
function membersAt(text: string, start: number): Member[] {
  const members: Member[] = []
  let at = endOf(BLANK, text, start + 1)
  while (text[at] === '"') {
    const key = at
    const keyEnd = endOf(STRING, text, key)
    const value = endOf(BLANK, text, endOf(BLANK, text, keyEnd) + 1)
    const end = valueEnd(text, value)
    members.push({ name: JSON.parse(text.slice(key, keyEnd)) as string, key, keyEnd, value, end })
    at = endOf(BLANK, text, end)
    if (text[at] === ',') at = endOf(BLANK, text, at + 1)
  }
  return members
}

function valueEnd(text: string, start: number): number {
  if (text[start] === '"') return endOf(STRING, text, start)
  if (text[start] !== '{' && text[start] !== '[') return endOf(SCALAR, text, start)
  let depth = 0
  for (let at = start; at < text.length; at++) {
    const char = text[at]
    if (char === '"') at = endOf(STRING, text, at) - 1
    else if (char === '{' || char === '[') depth++
    else if ((char === '}' || char === ']') && --depth === 0) return at + 1
  }
  return text.length
}

function endOf(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at
  return pattern.test(text) ? pattern.lastIndex : at
}
