import { lstatSync } from 'node:fs'
import { basename, join } from 'node:path'
import type { JournalEntry } from '../../contracts/journal.ts'
import type { SpecJson } from '../../contracts/spec-json.ts'
import type { ItemKind } from '../../contracts/work-item.ts'
import { jsonErrorPlace } from '../../core/readers/json-place.ts'
import { applyEntry } from '../../core/spec/apply-entry.ts'
import type { DurableFiles } from './durable-files.ts'
import { describe } from './errno.ts'
import { LinkRefused, readDocumentText } from './own-files.ts'

export const SPEC_FILE = 'spec.json'
/** What makes a folder a work item, and holds what people have decided about it. */
export const RECORD_FILES: Readonly<Record<ItemKind, string>> = { spec: SPEC_FILE, bug: 'bug.json' }

export class SpecUnreadable extends Error {
  readonly file: string
  readonly detail: string

  constructor(file: string, detail: string, cause?: unknown) {
    super(`${file}: ${detail}`, { cause })
    this.file = file
    this.detail = detail
  }
}

interface Style {
  bom: boolean
  indent: string
  newline: string
  finalNewline: boolean
}

export function readSpecJson(itemDir: string, kind: ItemKind): SpecJson {
  const path = join(itemDir, RECORD_FILES[kind])
  const text = recordText(path, kind)
  return text === null ? namedOnly(itemDir) : parse(path, text)
}

interface SpecChange {
  kind: ItemKind
  entries: JournalEntry[]
  /** The change is visible only after this. */
  after: Promise<void>
}

/** Reads, changes and replaces in one go: an edit made meanwhile by someone else is kept. */
export async function applyToSpecJson(
  files: DurableFiles,
  specDir: string,
  { kind, entries, after: recorded }: SpecChange,
): Promise<void> {
  const path = join(specDir, RECORD_FILES[kind])
  const text = recordText(path, kind)
  const before = text === null ? newRecord(specDir, entries) : parse(path, text)
  const after = entries.reduce(applyEntry, before)
  if (after === before) return
  await files.replace(path, print(after, styleOf(text ?? '{\n')), { after: recorded })
}

/** The older tool knew bugs of which only documents are there: null. A spec is none without it. */
function recordText(path: string, kind: ItemKind): string | null {
  const isThere = kind === 'spec' || lstatSync(path, { throwIfNoEntry: false }) !== undefined
  return isThere ? readText(path) : null
}

const namedOnly = (dir: string): SpecJson => ({ bug_name: basename(dir) })

const newRecord = (dir: string, [first]: JournalEntry[]): SpecJson => ({
  ...namedOnly(dir),
  ...(first && { created_at: first.time }),
})

function readText(path: string): string {
  try {
    return readDocumentText(path)
  } catch (error) {
    if (error instanceof LinkRefused) throw error
    throw new SpecUnreadable(path, describe(error), error)
  }
}

function parse(path: string, text: string): SpecJson {
  let value: unknown
  try {
    value = JSON.parse(text.replace(/^\uFEFF/, ''))
  } catch (error) {
    const { line, column } = jsonErrorPlace(text)
    throw new SpecUnreadable(path, `line ${line}, column ${column}: not valid JSON`, error)
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new SpecUnreadable(path, 'not a JSON object')
  return value as SpecJson
}

function styleOf(text: string): Style {
  return {
    bom: text.startsWith('\uFEFF'),
    indent: /^\uFEFF?\{\r?\n([ \t]+)/.exec(text)?.[1] ?? (text.includes('\n') ? '  ' : ''),
    newline: text.includes('\r\n') ? '\r\n' : '\n',
    finalNewline: text.endsWith('\n'),
  }
}

function print(json: SpecJson, style: Style): string {
  const body = JSON.stringify(json, null, style.indent).replaceAll('\n', style.newline)
  return `${style.bom ? '\uFEFF' : ''}${body}${style.finalNewline ? style.newline : ''}`
}
