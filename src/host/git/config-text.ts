/** One line of a git configuration file, names in lower case except for the part in quotes. */
export interface ConfigEntry {
  section: string
  /** The part in quotes; null where there is none. */
  sub: string | null
  key: string
  /** Null for a key without `=`, which means true. */
  value: string | null
}

/** The text is not a git configuration. */
export class BadConfig extends Error {}

const HEADER = /^\[\s*(?<section>[\w.-]+)(?:\s+"(?<sub>(?:[^"\\\n]|\\[^\n])*)")?\s*\]/
const KEY = /^(?<key>[A-Za-z][A-Za-z0-9-]*)[ \t\r]*/

/**
 * Reads a git configuration as git does. Includes are entries like any other: they are not
 * followed.
 */
export function readConfigText(text: string): ConfigEntry[] {
  const entries: ConfigEntry[] = []
  let rest = text.replace(/^\uFEFF/, '')
  let header: Pick<ConfigEntry, 'section' | 'sub'> | null = null
  for (;;) {
    rest = rest.replace(BLANK, '')
    if (rest === '') return entries
    const opened = HEADER.exec(rest)
    if (opened !== null) {
      header = headerOf(opened.groups ?? {})
      rest = rest.slice(opened[0].length)
      continue
    }
    const found = KEY.exec(rest)
    if (found === null || header === null) throw new BadConfig(rest.slice(0, 80))
    rest = rest.slice(found[0].length)
    const key = (found.groups?.['key'] ?? '').toLowerCase()
    if (!rest.startsWith('=')) {
      if (!/^(?:$|[\n#;])/.test(rest)) throw new BadConfig(rest.slice(0, 80))
      entries.push({ ...header, key, value: null })
      continue
    }
    const { value, length } = valueIn(rest.slice(1))
    entries.push({ ...header, key, value })
    rest = rest.slice(1 + length)
  }
}

/** Space, line ends and comments. */
const BLANK = /^(?:\s+|[#;][^\n]*)+/

function headerOf({ section = '', sub }: Record<string, string | undefined>) {
  if (sub !== undefined)
    return { section: section.toLowerCase(), sub: sub.replace(/\\(.)/gs, '$1') }
  // The old form: [section.sub], which is lower case as a whole.
  const at = section.indexOf('.')
  return at === -1
    ? { section: section.toLowerCase(), sub: null }
    : { section: section.slice(0, at).toLowerCase(), sub: section.slice(at + 1).toLowerCase() }
}

const ESCAPES: Readonly<Record<string, string>> = {
  n: '\n',
  t: '\t',
  b: '\b',
  '"': '"',
  '\\': '\\',
}

/** The value up to the end of its line, which a backslash continues. */
function valueIn(text: string): { value: string; length: number } {
  let [value, kept, isQuoted, at] = ['', 0, false, 0]
  for (; at < text.length; at++) {
    const char = text[at] ?? ''
    if (char === '\n') break
    if (char === '\\') {
      const next = text.startsWith('\r\n', at + 1) ? '\r\n' : (text[at + 1] ?? '')
      at += next.length
      if (next.endsWith('\n')) continue
      const escaped = ESCAPES[next]
      if (escaped === undefined) throw new BadConfig(text.slice(0, 80))
      value += escaped
    } else if (char === '"') {
      isQuoted = !isQuoted
      kept = value.length
      continue
    } else if (!isQuoted && (char === '#' || char === ';')) {
      const end = text.indexOf('\n', at)
      at = end === -1 ? text.length : end
      break
    } else if (!isQuoted && /\s/.test(char)) {
      // Space counts only between other characters.
      if (value !== '') value += char
      continue
    } else value += char
    kept = value.length
  }
  if (isQuoted) throw new BadConfig(text.slice(0, 80))
  return { value: value.slice(0, kept), length: at }
}

/** The last value of `section.key`, which is the one that counts; null where it is not set. */
export function lastOf(
  entries: readonly ConfigEntry[],
  name: string,
  sub: string | null = null,
): string | null {
  const found = entries.findLast((one) => `${one.section}.${one.key}` === name && one.sub === sub)
  return found === undefined ? null : (found.value ?? 'true')
}

/** Writes entries so that git reads exactly these. */
export const configText = (entries: readonly ConfigEntry[]): string =>
  entries
    .map(({ section, sub, key, value }) => {
      const name = sub === null ? section : `${section} "${sub.replace(/["\\]/g, '\\$&')}"`
      return `[${name}]\n\t${key}${value === null ? '' : ` = "${quoted(value)}"`}\n`
    })
    .join('')

const quoted = (value: string): string =>
  value.replace(/["\\]/g, '\\$&').replaceAll('\n', '\\n').replaceAll('\t', '\\t')
