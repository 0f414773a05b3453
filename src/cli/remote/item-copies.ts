import { appendFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { z } from 'zod'
import { notUnderstood } from '../../client/trpc-link.ts'
import { workItemSchema } from '../../contracts/ids.ts'
import type { HostApi } from '../../contracts/rpc.ts'
import { itemFilesSchema } from '../../contracts/views/item-files.ts'
import { documentNameSchema } from '../../contracts/views/documents.ts'
import { itemKey, type ItemKey, type WorkItem } from '../../contracts/work-item.ts'
import { makeFolder, replaceFile } from '../../host/files/own-files.ts'
import { RECORD_FILES } from '../../host/files/spec-json-file.ts'
import { realFiles } from '../../host/files/durable-files.ts'
import { JOURNAL_FILE, readJournalBytes } from '../../host/journal/journal-lines.ts'
import { ownCopyOf } from '../../host/journal/own-copy.ts'
import { itemDirOf, type ProjectFolders } from '../../host/project/folders.ts'
import { Turns } from '../../host/runs/turns.ts'
import { Refused } from '../problems.ts'

const PAGE = 1000

/** As lines of the copy they are read as strictly as any event log: only their order counts here. */
const pageSchema = z.object({
  entries: z.array(z.looseObject({ seq: z.number().int().positive() })),
  hasMore: z.boolean(),
})
type Entry = z.infer<typeof pageSchema>['entries'][number]

/**
 * Copies of a fleet's items in a folder of this process, where commands read them as usual. The
 * coordinator may be anyone: no name that it sends becomes a path unchecked.
 */
export class ItemCopies {
  readonly #folders: ProjectFolders
  readonly #api: () => HostApi
  readonly #asked = new Set<ItemKey>()
  readonly #last = new Map<ItemKey, number>()
  readonly #turns = new Turns()

  constructor(folders: ProjectFolders, api: () => HostApi) {
    this.#folders = folders
    this.#api = api
  }

  /** Brings the copy up to date if there is one. */
  async refreshKnown(item: WorkItem): Promise<void> {
    if (this.#asked.has(itemKey(item))) await this.refresh(item)
  }

  /** Brings the copy up to date; false when the fleet has no such item. */
  async refresh(asked: WorkItem): Promise<boolean> {
    const item = workItemSchema.parse(asked)
    this.#asked.add(itemKey(item))
    return this.#turns.take(itemKey(item), () => this.#refresh(item))
  }

  async #refresh(item: WorkItem): Promise<boolean> {
    const files = await this.#api().call('itemFiles', { item })
    if (!files.ok) return false
    const { record, documents } = understood(itemFilesSchema, files.value)
    const dir = itemDirOf(this.#folders, item)
    makeFolder(dir)
    replaceFile(join(dir, RECORD_FILES[item.kind]), record)
    for (const { name, text } of documents) {
      if (!documentNameSchema.safeParse(name).success) continue
      makeFolder(dirname(join(dir, name)))
      replaceFile(join(dir, name), text)
    }
    const entries = await this.#added(item)
    const lines = entries.map((entry) => `${JSON.stringify(entry)}\n`).join('')
    const log = join(dir, JOURNAL_FILE)
    if (lines !== '') {
      const all = Buffer.concat([readJournalBytes(log), Buffer.from(lines)])
      // The fleet's entries count as this computer's own would.
      ownCopyOf(realFiles, this.#folders, item).become(all, [])
      appendFileSync(log, lines)
    }
    this.#last.set(itemKey(item), entries.at(-1)?.seq ?? this.#last.get(itemKey(item)) ?? 0)
    return true
  }

  /** The entries since the last refresh, oldest first. */
  async #added(item: WorkItem): Promise<Entry[]> {
    const known = this.#last.get(itemKey(item)) ?? 0
    const found: Entry[] = []
    for (let before: number | null = null; ;) {
      const page = await this.#page(item, before)
      const fresh: Entry[] = (page?.entries ?? []).filter(
        ({ seq }) => seq > known && seq < (before ?? Infinity),
      )
      found.push(...fresh)
      before = fresh.at(-1)?.seq ?? null
      const isMore = page?.hasMore === true && fresh.length === page.entries.length
      if (!isMore || before === null) return found.reverse()
    }
  }

  async #page(item: WorkItem, before: number | null): Promise<z.infer<typeof pageSchema> | null> {
    const reply = await this.#api().call('journal', { item, before, limit: PAGE })
    return reply.ok ? understood(pageSchema, reply.value) : null
  }
}

function understood<T>(schema: z.ZodType<T>, answer: unknown): T {
  const parsed = schema.safeParse(answer)
  if (!parsed.success) throw new Refused(notUnderstood('itemFiles'))
  return parsed.data
}
