import type pg from 'pg'
import { itemKey, type ItemKey, type WorkItem } from '../../contracts/work-item.ts'
import type { HostEvent } from '../../contracts/rpc.ts'
import type { ItemRow } from '../../contracts/views/board.ts'
import { naturalOrder } from '../../core/views/natural-order.ts'
import { timeSlices } from '../../host/files/time-slices.ts'
import type { CommitDocuments } from '../git/commit-documents.ts'
import type { Documents } from '../runs/fleet-items.ts'
import { idOf } from '../runs/item-row.ts'
import { entriesAfter } from '../journal/journal-rows.ts'
import { KnownItem, type ReadItem } from './known-item.ts'
import { shownItem, shownItems, stampsOf, type ShownItem } from './shown-items.ts'

interface BoardParts {
  pool: pg.Pool
  commits: CommitDocuments
  emit: (event: HostEvent) => void
}

/** How many items are kept with more than their row. */
const MAX_AWAKE = 100

export interface LatestItem extends ReadItem {
  row: ItemRow | null
}

/** Every item of one project in memory, kept up to date by the database's announcements. */
export class ProjectBoard {
  readonly project: string
  readonly #parts: BoardParts
  readonly #known = new Map<number, KnownItem>()
  readonly #names = new Map<ItemKey, number>()
  /** Least recently looked at first. */
  readonly #awake = new Set<number>()
  readonly #looking = new Map<number, { isAsked: boolean; done: Promise<void> }>()
  #lookingAtAll: Promise<void> | null = null
  #version = 0

  private constructor(project: string, parts: BoardParts) {
    this.project = project
    this.#parts = parts
  }

  static async open(project: string, parts: BoardParts): Promise<ProjectBoard> {
    const board = new ProjectBoard(project, parts)
    await board.#fill()
    return board
  }

  rows(): ItemRow[] {
    return [...this.#known.values()]
      .flatMap(({ row }) => row ?? [])
      .sort((a, b) => naturalOrder(a.item.name, b.item.name))
  }

  /** Null for an item that is not shown. */
  numberOf(item: WorkItem): number | null {
    return this.#names.get(itemKey(item)) ?? null
  }

  /** As the database has it now, including what another coordinator did a moment ago. */
  async latest(item: WorkItem): Promise<LatestItem | null> {
    const id = await idOf(this.#parts.pool, { project: this.project, item })
    if (id === null) return null
    await this.look(id)
    const known = this.#known.get(id)
    if (known === undefined) return null
    return known.read === null ? this.latest(item) : { ...known.read, row: known.row }
  }

  /** Resolves when everything that was there when it was called has been looked at. */
  look(id: number): Promise<void> {
    const looking = this.#looking.get(id)
    if (looking) {
      looking.isAsked = true
      return looking.done
    }
    const entry = { isAsked: true, done: Promise.resolve() }
    this.#looking.set(id, entry)
    entry.done = this.#lookWhileAsked(id, entry).finally(() => this.#looking.delete(id))
    return entry.done
  }

  /** Finds what was announced while nobody listened. With many items it outlasts the interval. */
  lookAtAll(): Promise<void> {
    this.#lookingAtAll ??= this.#lookAtEach().finally(() => (this.#lookingAtAll = null))
    return this.#lookingAtAll
  }

  /** Looks at every item that has changed since it was last seen, or is gone. */
  async #lookAtEach(): Promise<void> {
    const gone = new Set(this.#known.keys())
    const changed: number[] = []
    for (const { id, stamp } of await stampsOf(this.#parts.pool, this.project)) {
      gone.delete(id)
      if (this.#known.get(id)?.seen?.stamp !== stamp) changed.push(id)
    }
    for (const id of [...changed, ...gone]) await this.look(id)
  }

  async #lookWhileAsked(id: number, entry: { isAsked: boolean }): Promise<void> {
    while (entry.isAsked) {
      entry.isAsked = false
      await this.#lookOnce(id)
    }
  }

  async #lookOnce(id: number): Promise<void> {
    const shown = await shownItem(this.#parts.pool, id)
    if (shown === null || shown.project !== this.project) return this.#drop(id)
    await this.#take(shown)
  }

  async #take(shown: ShownItem): Promise<void> {
    const { pool, commits, emit } = this.#parts
    const { item, id } = shown
    const known = this.#known.get(id) ?? new KnownItem(item)
    const before = known.seen === null ? shown.head : known.seen.head
    const [entries, documents] = await Promise.all([
      entriesAfter(pool, id, known.readUpTo),
      commits.load(shown).catch(unreadable),
    ])
    const { fresh, ends } = known.take(shown, entries)
    const row = this.#keep(id, known, documents)
    // Whoever hears that a run has ended must find its row up to date.
    for (const entry of fresh) emit({ type: 'entry', item, entry })
    if (row !== null) emit({ type: 'row', row })
    if (shown.head !== before) emit({ type: 'files-changed', item, files: [] })
    for (const end of ends) emit({ type: 'settled', item, ...end })
  }

  #keep(id: number, known: KnownItem, documents: Documents): ItemRow | null {
    this.#known.set(id, known)
    this.#names.set(itemKey(known.item), id)
    const row = known.update(documents, () => ++this.#version)
    this.#awake.delete(id)
    this.#awake.add(id)
    const [oldest] = this.#awake
    if (this.#awake.size > MAX_AWAKE && oldest !== undefined) this.#putToRest(oldest)
    return row
  }

  #putToRest(id: number): void {
    this.#awake.delete(id)
    this.#known.get(id)?.rest()
  }

  #drop(id: number): void {
    const known = this.#known.get(id)
    if (known === undefined) return
    const { item } = known
    this.#known.delete(id)
    this.#awake.delete(id)
    this.#names.delete(itemKey(item))
    this.#parts.emit({ type: 'row-gone', item })
  }

  async #fill(): Promise<void> {
    const { pool, commits } = this.#parts
    const rest = timeSlices()
    for await (const shown of shownItems(pool, this.project)) {
      const known = new KnownItem(shown.item)
      const [entries, documents] = await Promise.all([
        entriesAfter(pool, shown.id, 0),
        commits.glance(shown).catch(unreadable),
      ])
      known.take(shown, entries)
      this.#keep(shown.id, known, documents)
      await rest()
    }
  }
}

/** For a repository that cannot be reached: its items are shown with that as their problem. */
function unreadable(error: unknown): Documents {
  const refuse = (): never => {
    throw error
  }
  return { names: refuse, below: refuse, read: refuse }
}
