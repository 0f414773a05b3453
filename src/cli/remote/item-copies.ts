import { appendFileSync } from 'node:fs'
import { join } from 'node:path'
import type { JournalEntry } from '../../contracts/journal.ts'
import type { HostApi, RpcReply } from '../../contracts/rpc.ts'
import { documentNameSchema } from '../../contracts/views/documents.ts'
import { itemKey, type ItemKey, type WorkItem } from '../../contracts/work-item.ts'
import { makeFolder, replaceFile } from '../../host/files/own-files.ts'
import { RECORD_FILES } from '../../host/files/spec-json-file.ts'
import { JOURNAL_FILE } from '../../host/journal/journal-lines.ts'
import { itemDirOf, type ProjectFolders } from '../../host/project/folders.ts'
import { Turns } from '../../host/runs/turns.ts'

const PAGE = 1000

/** Copies of a fleet's items in a folder of this process, where commands read them as usual. */
export class ItemCopies {
  readonly #folders: ProjectFolders
  readonly #api: () => HostApi
  readonly #last = new Map<ItemKey, number>()
  readonly #turns = new Turns()

  constructor(folders: ProjectFolders, api: () => HostApi) {
    this.#folders = folders
    this.#api = api
  }

  /** Brings the copy up to date; false when the fleet has no such item. */
  refresh(item: WorkItem): Promise<boolean> {
    return this.#turns.take(itemKey(item), () => this.#refresh(item))
  }

  async #refresh(item: WorkItem): Promise<boolean> {
    const files = await this.#api().call('itemFiles', { item })
    if (!files.ok) return false
    const dir = itemDirOf(this.#folders, item)
    makeFolder(dir)
    replaceFile(join(dir, RECORD_FILES[item.kind]), files.value.record)
    for (const { name, text } of files.value.documents)
      if (documentNameSchema.safeParse(name).success) replaceFile(join(dir, name), text)
    const entries = await this.#added(item)
    const lines = entries.map((entry) => `${JSON.stringify(entry)}\n`).join('')
    if (lines !== '') appendFileSync(join(dir, JOURNAL_FILE), lines)
    this.#last.set(itemKey(item), entries.at(-1)?.seq ?? this.#last.get(itemKey(item)) ?? 0)
    return true
  }

  /** The entries since the last refresh, oldest first. */
  async #added(item: WorkItem): Promise<JournalEntry[]> {
    const known = this.#last.get(itemKey(item)) ?? 0
    const found: JournalEntry[] = []
    for (let before: number | null = null; ;) {
      const page: RpcReply<'journal'> = await this.#api().call('journal', {
        item,
        before,
        limit: PAGE,
      })
      if (!page.ok) return []
      const fresh = page.value.entries.filter(({ seq }) => seq > known)
      found.push(...fresh)
      const isAll = fresh.length < page.value.entries.length || !page.value.hasMore
      before = page.value.entries.at(-1)?.seq ?? null
      if (isAll || before === null) return found.reverse()
    }
  }
}
