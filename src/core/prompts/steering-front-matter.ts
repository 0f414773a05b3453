import type { SteeringUse } from './steering-text.ts'

/** Splits a steering document into its front matter and the rest. */
export function readSteeringText(text: string): { when: SteeringUse; body: string } {
  const found = /^---[ \t]*\r?\n([^]*?)\r?\n---[ \t]*(?:\r?\n|$)/.exec(text)
  if (found === null) return { when: { inclusion: 'always' }, body: text }
  return { when: useOf(fieldsOf(found[1] ?? '')), body: text.slice(found[0].length) }
}

type FrontMatter = ReadonlyMap<string, string[]>

/** Without a pattern or a condition there is no way to tell, so the document always applies. */
function useOf(fields: FrontMatter): SteeringUse {
  const patterns = fields.get('filematchpattern') ?? []
  const about = ['name', 'description'].flatMap((key) => fields.get(key) ?? []).join(': ')
  switch (fields.get('inclusion')?.[0]?.toLowerCase()) {
    case 'filematch':
      return patterns.length === 0 ? ALWAYS : { inclusion: 'fileMatch', patterns }
    case 'manual':
      return { inclusion: 'manual' }
    case 'auto':
      return about === '' ? ALWAYS : { inclusion: 'auto', about }
    case undefined:
      return ALWAYS
  }
  return ALWAYS
}

const ALWAYS: SteeringUse = { inclusion: 'always' }

/** `key: value`, `key: [a, b]`, or a list of `- value` below the key; nothing else is parsed. */
function fieldsOf(block: string): FrontMatter {
  const fields = new Map<string, string[]>()
  let last: string[] = []
  for (const line of block.split(/\r?\n/)) {
    const item = /^\s*-\s+(.+)$/.exec(line)?.[1]
    const [, key, value = ''] = /^([A-Za-z_-]+)\s*:\s*(.*)$/.exec(line) ?? []
    if (key !== undefined) fields.set(key.toLowerCase(), (last = valuesOf(value)))
    else if (item !== undefined) last.push(plain(item))
  }
  return fields
}

const valuesOf = (value: string): string[] =>
  (/^\[(.*)\]\s*$/.exec(value)?.[1]?.split(/,(?![^{]*\})/) ?? [value])
    .map(plain)
    .filter((one) => one !== '')

/** On one line, without anything that could end the quotation it is put into. */
const plain = (value: string): string =>
  value
    .trim()
    .replace(/^(["'])(.*)\1$/, '$2')
    .replace(/[`\p{Cc}]/gu, '')
    .slice(0, 500)
