import { appendFileSync, existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import type { JournalEntry } from '../../contracts/journal.ts'
import type { SpecJson } from '../../contracts/spec-json.ts'
import { itemKey, type WorkItem } from '../../contracts/work-item.ts'
import { applyEntry } from '../../core/spec/apply-entry.ts'
import { changedKeys, guardedPart } from '../../core/spec/guarded.ts'
import { stampAt } from '../files/durable-files.ts'
import { isMissing } from '../files/errno.ts'
import { replaceFile } from '../files/own-files.ts'
import { PERSONAL_MODE, preparePersonalFolder } from '../files/personal-folder.ts'
import { printedRecord, readSpecJson, RECORD_FILES } from '../files/spec-json-file.ts'
import { itemDirOf, type ProjectFolders } from '../project/folders.ts'

const keptSchema = z.object({
  item: z.string(),
  /** The record's stamp when it was read; null if it has changed since, or is not there. */
  stamp: z.string().nullable(),
  /** Null: there was no record. */
  json: z.record(z.string(), z.unknown()).nullable(),
  /** The event log's stamp when it was accepted; null if there is no copy of it. */
  log: z.string().nullable(),
})
type Kept = z.infer<typeof keptSchema>

/**
 * The records of all items as they must be while agents work: as they were before, and with what
 * the host itself has written since. In the user's own folder, so that the next host knows them too.
 */
export class KeptRecords {
  readonly #folders: ProjectFolders
  #kept: Map<string, Kept> | null = null

  constructor(folders: ProjectFolders) {
    this.#folders = folders
  }

  /** Accepts the records as they are now; `acceptLog` does so for a log and returns its stamp. */
  acceptAll(
    items: readonly WorkItem[],
    acceptLog: (item: WorkItem, known: string | null) => string | null,
  ): void {
    const known = this.#all()
    const found = items.flatMap((item) => {
      const before = known.get(itemKey(item))
      const kept = this.#look(item, before)
      const log = acceptLog(item, before?.log ?? null)
      return kept === null ? [] : kept.log === log ? kept : { ...kept, log }
    })
    const isSame = found.length === known.size && found.every((one) => known.get(one.item) === one)
    this.#kept = new Map(found.map((one) => [one.item, one]))
    if (!isSame) this.#save()
  }

  /** Accepts one record, because the host itself has made it. */
  accept(item: WorkItem): void {
    const found = this.#look(item, undefined)
    if (found !== null) this.#set(found)
  }

  /** What the record must contain; null if that is not known. */
  guarded(item: WorkItem): SpecJson | null {
    const kept = this.#all().get(itemKey(item))
    if (kept === undefined) return null
    if (kept.json !== null) return guardedPart(kept.json)
    // Without a record nothing was chosen; one that an agent makes chooses nothing either.
    return existsSync(this.#pathOf(item)) ? {} : null
  }

  /** The host is going to write this into the record. */
  apply(item: WorkItem, entries: readonly JournalEntry[]): void {
    const kept = this.#all().get(itemKey(item))
    if (kept === undefined) return
    const before = kept.json ?? {}
    const json = entries.reduce(applyEntry, before)
    if (json !== before) this.#set({ ...kept, stamp: null, json })
  }

  /** The event log's stamp when it was accepted. */
  logOf(item: WorkItem): string | null {
    return this.#all().get(itemKey(item))?.log ?? null
  }

  /** The record is not as it must be. */
  isChanged(item: WorkItem): boolean {
    const kept = this.#all().get(itemKey(item))
    if (kept === undefined || kept.stamp === this.#stampOf(item)) return false
    const guarded = this.guarded(item)
    if (guarded === null) return false
    try {
      return changedKeys(readSpecJson(itemDirOf(this.#folders, item), item), guarded).length > 0
    } catch {
      return true
    }
  }

  /** Makes a record again that someone has removed. */
  restoreMissing(item: WorkItem): void {
    const kept = this.#all().get(itemKey(item))
    if (kept === undefined || kept.json === null || existsSync(this.#pathOf(item))) return
    replaceFile(this.#pathOf(item), printedRecord(kept.json))
  }

  forget(item: WorkItem): void {
    if (this.#all().delete(itemKey(item))) this.#save()
  }

  /** Null for a record that cannot be read: nothing is launched for it, whatever it becomes. */
  #look(item: WorkItem, known: Kept | undefined): Kept | null {
    const stamp = this.#stampOf(item)
    if (known !== undefined && known.stamp === stamp && (stamp !== null || known.json === null))
      return known
    try {
      const json = stamp === null ? null : readSpecJson(itemDirOf(this.#folders, item), item)
      return { item: itemKey(item), stamp, json, log: known?.log ?? null }
    } catch {
      return null
    }
  }

  #set(kept: Kept): void {
    this.#all().set(kept.item, kept)
    preparePersonalFolder(this.#folders.keptDir)
    // The line break comes first: a line that a crash cut off must not swallow this one.
    appendFileSync(this.#file, `\n${JSON.stringify(kept)}\n`, { mode: PERSONAL_MODE })
  }

  #save(): void {
    preparePersonalFolder(this.#folders.keptDir)
    const lines = [...this.#all().values()].map((kept) => `${JSON.stringify(kept)}\n`)
    replaceFile(this.#file, lines.join(''))
  }

  #all(): Map<string, Kept> {
    this.#kept ??= readKept(this.#file)
    return this.#kept
  }

  #pathOf(item: WorkItem): string {
    return join(itemDirOf(this.#folders, item), RECORD_FILES[item.kind])
  }

  #stampOf(item: WorkItem): string | null {
    return stampAt(this.#pathOf(item))
  }

  get #file(): string {
    return join(this.#folders.keptDir, 'records.jsonl')
  }
}

/** Later lines replace earlier ones; a line that a crash cut off is left out. */
function readKept(file: string): Map<string, Kept> {
  let text = ''
  try {
    text = readFileSync(file, 'utf8')
  } catch (error) {
    if (!isMissing(error)) throw error
  }
  const kept = new Map<string, Kept>()
  for (const line of text.split('\n')) {
    const parsed = keptSchema.safeParse(parsedOrNull(line))
    if (parsed.success) kept.set(parsed.data.item, parsed.data)
  }
  return kept
}

function parsedOrNull(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    return null
  }
}
