import { createLowlight } from 'lowlight'
import type { Hunk, PatchLine } from '../lines/read-patch.ts'
import { loadLanguage, type Language } from './languages.ts'
import type { Look, Token } from './tokens.ts'

const lowlight = createLowlight()

/** The tokens of every line. The two sides of a hunk are parsed separately. */
export async function colourLines(
  hunks: readonly Hunk[],
  language: Language,
): Promise<[PatchLine, Token[]][]> {
  if (!lowlight.registered(language)) lowlight.register(language, await loadLanguage(language))
  return hunks.flatMap(({ lines }) => [
    ...highlightSide(
      lines.filter(({ type }) => type === 'removed' || type === 'same'),
      language,
    ).filter(([{ type }]) => type === 'removed'),
    ...highlightSide(
      lines.filter(({ type }) => type !== 'removed'),
      language,
    ),
  ])
}

function highlightSide(lines: PatchLine[], language: Language): [PatchLine, Token[]][] {
  const root = lowlight.highlight(language, lines.map(({ text }) => text).join('\n'))
  const tokens = tokensByLine(root)
  return lines.map((line, at) => [line, tokens[at] ?? []])
}

interface Node {
  type: string
  value?: string
  properties?: { className?: unknown }
  children?: Node[]
}

/** Splits tokens at line ends, even where the syntax element continues. */
function tokensByLine(root: Node): Token[][] {
  const lines: Token[][] = [[]]
  const visit = (node: Node, look: Look | null): void => {
    if (node.type === 'text') {
      for (const [at, text] of (node.value ?? '').split('\n').entries()) {
        if (at > 0) lines.push([])
        if (text !== '') lines.at(-1)?.push({ text, look })
      }
      return
    }
    const own = lookOf(node.properties?.className) ?? look
    for (const child of node.children ?? []) visit(child, own)
  }
  visit(root, null)
  return lines
}

const LOOKS: Readonly<Record<string, Look>> = {
  keyword: 'keyword',
  operator: 'keyword',
  'selector-tag': 'keyword',
  'meta-keyword': 'keyword',
  string: 'string',
  regexp: 'string',
  char: 'string',
  code: 'string',
  addition: 'string',
  comment: 'comment',
  quote: 'comment',
  doctag: 'comment',
  number: 'value',
  literal: 'value',
  symbol: 'value',
  variable: 'value',
  'template-variable': 'value',
  link: 'value',
  title: 'name',
  function: 'name',
  section: 'name',
  name: 'name',
  'selector-class': 'name',
  'selector-id': 'name',
  type: 'type',
  built_in: 'type',
  class: 'type',
  attr: 'type',
  attribute: 'type',
  property: 'type',
  meta: 'type',
}

function lookOf(className: unknown): Look | null {
  const [first] = Array.isArray(className) ? (className as unknown[]) : []
  const name = typeof first === 'string' ? first.replace(/^hljs-/, '') : ''
  return Object.hasOwn(LOOKS, name) ? (LOOKS[name] ?? null) : null
}
