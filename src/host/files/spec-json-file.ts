import { isUtf8 } from 'node:buffer'
import { existsSync } from 'node:fs'
import { basename, join } from 'node:path'
import type { JournalEntry } from '../../contracts/journal.ts'
import type { SpecJson } from '../../contracts/spec-json.ts'
import type { ItemKind, WorkItem } from '../../contracts/work-item.ts'
import { documentNames } from '../../core/formats/document-names.ts'
import { formatOf, isItemWith, pathOf } from '../../core/formats/item-place.ts'
import { editedJson } from '../../core/readers/json-edit.ts'
import { jsonErrorPlace } from '../../core/readers/json-place.ts'
import { applyEntry } from '../../core/spec/apply-entry.ts'
import { NAMED_FILES } from '../../core/workflow/document-files.ts'
import { JOURNAL_FILE } from '../journal/journal-lines.ts'
import type { DurableFiles } from './durable-files.ts'
import { describe, isMissing } from './errno.ts'
import { treeOf } from './item-tree.ts'
import { LinkRefused, namesIn, readDocument, replaceFile } from './own-files.ts'

export const SPEC_FILE = 'spec.json'
/** The file that makes a folder a work item and holds people's decisions about it. */
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

export function readSpecJson(itemDir: string, item: WorkItem): SpecJson {
  const path = join(itemDir, RECORD_FILES[item.kind])
  const text = recordText(itemDir, item)
  return text === null ? foundRecord(itemDir, item) : parse(path, text)
}

/** Creates a missing record; call it before the first journal entry, which requires one. */
export function makeRecord(itemDir: string, item: WorkItem, at: string): void {
  if (recordText(itemDir, item) !== null) return
  const record = { ...newRecord(itemDir, item, at), ...languageIn(itemDir, item) }
  replaceFile(join(itemDir, RECORD_FILES[item.kind]), printedRecord(record))
}

export const printedRecord = (record: SpecJson): string => `${JSON.stringify(record, null, 2)}\n`

interface SpecChange {
  item: WorkItem
  entries: JournalEntry[]
  /** The change becomes visible only after this has resolved. */
  after: Promise<void>
}

/** Applies the entries to the current file, so that edits by others are kept. */
export async function applyToSpecJson(
  files: DurableFiles,
  specDir: string,
  { item, entries, after: recorded }: SpecChange,
): Promise<void> {
  const path = join(specDir, RECORD_FILES[item.kind])
  const text = recordText(specDir, item)
  const before = text === null ? newRecord(specDir, item, entries[0]?.time) : parse(path, text)
  const after = entries.reduce(applyEntry, before)
  if (after === before) return
  const written = text === null ? printedRecord(after) : editedJson(text, after)
  await files.replace(path, written, { after: recorded })
}

/** Null if there are only documents: Kiro writes no records, nor did the older tool for bugs. */
function recordText(dir: string, item: WorkItem): string | null {
  const path = join(dir, RECORD_FILES[item.kind])
  try {
    return utf8In(path, readDocument(path).bytes)
  } catch (error) {
    if (error instanceof LinkRefused || error instanceof SpecUnreadable) throw error
    if (isMissing(error) && isUnrecorded(dir, item)) return null
    throw new SpecUnreadable(path, describe(error), error)
  }
}

/** Invalid bytes would be lost with the first change. */
function utf8In(path: string, bytes: Buffer): string {
  if (!isUtf8(bytes)) throw new SpecUnreadable(path, 'not UTF-8 text')
  return bytes.toString('utf8')
}

/** A spec with an event log must have had a record: the decisions in it would be lost. */
function isUnrecorded(dir: string, item: WorkItem): boolean {
  if (item.kind === 'bug') return true
  const names = existsSync(dir) ? namesIn(dir) : []
  return isItemWith(item, names) && !names.includes(JOURNAL_FILE)
}

const foundRecord = (dir: string, item: WorkItem): SpecJson => ({
  [item.kind === 'bug' ? 'bug_name' : 'feature_name']: basename(dir),
  ...(item.kind === 'bug' ? {} : formatOf(item).recordOf(pathOf(item), treeOf(dir, item))),
})

const newRecord = (dir: string, item: WorkItem, at: string | undefined): SpecJson => ({
  ...foundRecord(dir, item),
  ...(at === undefined ? {} : { created_at: at }),
})

const KANA = /[\u3041-\u30FF]/

/** Agents continue in the language of the first existing document. */
function languageIn(dir: string, item: WorkItem): SpecJson {
  const { names, read } = treeOf(dir, item)
  const { fileOf } = documentNames(item, names)
  const first = NAMED_FILES[item.kind].find((document) => names.includes(fileOf(document)))
  const text = first === undefined ? null : read(fileOf(first))
  return text !== null && KANA.test(text) ? { language: 'ja' } : {}
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
