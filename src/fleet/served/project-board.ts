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
import { KnownItem } from './known-item.ts'
import { shownItem, shownItems, stampsOf, type ShownItem } from './shown-items.ts'

interface BoardParts {
  pool: pg.Pool
  commits: CommitDocuments
  emit: (event: HostEvent) => void
}

/** Every item of one project in memory, kept up with the database by what it announces. */
export class ProjectBoard {
  readonly project: string
  readonly #parts: BoardParts
  readonly #known = new Map<number, KnownItem>()
  readonly #names = new Map<ItemKey, number>()
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

  get(item: WorkItem): KnownItem | null {
    const id = this.#names.get(itemKey(item))
    return (id === undefined ? undefined : this.#known.get(id)) ?? null
  }

  /** As the database has it now, also what another coordinator did a moment ago. */
  async latest(item: WorkItem): Promise<KnownItem | null> {
    const id = await idOf(this.#parts.pool, { project: this.project, item })
    if (id === null) return null
    await this.look(id)
    return this.get(item)
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

  /** What was announced while no one listened. Of many items it takes longer than until the next. */
  lookAtAll(): Promise<void> {
    this.#lookingAtAll ??= this.#lookAtEach().finally(() => (this.#lookingAtAll = null))
    return this.#lookingAtAll
  }

  /** At each that is not as it was last seen, or is gone. */
  async #lookAtEach(): Promise<void> {
    const gone = new Set(this.#known.keys())
    const changed: number[] = []
    for (const { id, stamp } of await stampsOf(this.#parts.pool, this.project)) {
      gone.delete(id)
      if (this.#known.get(id)?.shown.stamp !== stamp) changed.push(id)
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
    const known = this.#known.get(shown.id) ?? new KnownItem(shown)
    const { item } = shown
    const before = known.shown.head
    const [entries, documents] = await Promise.all([
      entriesAfter(pool, shown.id, known.lastSeq),
      commits.load(shown).catch(unreadable),
    ])
    known.shown = shown
    const ends = known.take(entries)
    const row = this.#keep(known, documents)
    // Who hears that a run has ended finds its row as it is then.
    for (const entry of entries) emit({ type: 'entry', item, entry })
    if (row !== null) emit({ type: 'row', row })
    if (shown.head !== before) emit({ type: 'files-changed', item, files: [] })
    for (const end of ends) emit({ type: 'settled', item, ...end })
  }

  #keep(known: KnownItem, documents: Documents): ItemRow | null {
    const { id, item } = known.shown
    this.#known.set(id, known)
    this.#names.set(itemKey(item), id)
    return known.update(documents, () => ++this.#version)
  }

  #drop(id: number): void {
    const known = this.#known.get(id)
    if (known === undefined) return
    const { item } = known.shown
    this.#known.delete(id)
    this.#names.delete(itemKey(item))
    this.#parts.emit({ type: 'row-gone', item })
  }

  async #fill(): Promise<void> {
    const { pool, commits } = this.#parts
    const rest = timeSlices()
    for (const shown of await shownItems(pool, this.project)) {
      const known = new KnownItem(shown)
      const [entries, documents] = await Promise.all([
        entriesAfter(pool, shown.id, 0),
        commits.load(shown).catch(unreadable),
      ])
      known.take(entries)
      this.#keep(known, documents)
      await rest()
    }
  }
}

/** A repository that cannot be reached now: its items are shown with that as their problem. */
function unreadable(error: unknown): Documents {
  const refuse = (): never => {
    throw error
  }
  return { names: refuse, below: refuse, read: refuse }
}
