import type { JournalEntry } from '../../contracts/journal.ts'
import type { SpecJson } from '../../contracts/spec-json.ts'
import type { WorkItem } from '../../contracts/work-item.ts'
import type { Facts } from '../../core/decide/facts.ts'
import { questionsOf, type QuestionSources } from '../../core/questions/questions-of.ts'
import { applyEntry } from '../../core/spec/apply-entry.ts'
import type { Settings } from '../../host/config/settings.ts'
import type { ItemDocuments } from '../../host/files/item-documents.ts'
import { factsIn } from '../../host/files/read-facts.ts'
import type { FactsAsked, Items } from '../../host/ports/items.ts'
import type { ItemRow } from './item-row.ts'
import type { ItemWrites } from './item-writes.ts'

export type Documents = Omit<ItemDocuments, 'record'>

interface FleetItemsParts {
  writes: ItemWrites
  row: ItemRow
  /** The row's record, parsed. */
  record: SpecJson
  /** Of the commit the item's branch is at. */
  documents: Documents
  settings: Settings
}

/** One item inside its transaction: its record is in the database, its documents in a commit. */
export class FleetItems implements Items {
  readonly #parts: FleetItemsParts
  #record: SpecJson
  #kept: SpecJson
  #documents: Documents

  constructor(parts: FleetItemsParts) {
    this.#parts = parts
    this.#documents = parts.documents
    this.#record = parts.record
    this.#kept = parts.record
  }

  facts(item: WorkItem, { wanted, state }: FactsAsked): Facts {
    const { settings } = this.#parts
    const all = { ...this.#documents, record: () => this.#record }
    const { guarded } = state
    // Agents are looked for where they run: on the workers.
    const facts = factsIn(all, { item, wanted, settings, look: null, guarded, isOwnRun: true })
    const here = { ...facts, ...inFleet(facts) }
    return wanted.questions ? { ...here, questions: questionsOf(state, this.#sources()) } : here
  }

  /** The output of checks is not read: questions about them are asked without it. */
  #sources(): QuestionSources {
    const document = (name: string): string | null => {
      const read = this.#documents.read(name)
      return 'text' in read ? read.text : null
    }
    return { document, output: () => '' }
  }

  async write(_: WorkItem, entries: JournalEntry[]): Promise<void> {
    this.#record = entries.reduce(applyEntry, this.#record)
  }

  /** Writes the record once, with everything that has changed in it. */
  keep(): SpecJson {
    const { writes, row } = this.#parts
    if (this.#record !== this.#kept) {
      row.record = JSON.stringify(this.#record)
      writes.record(row.record)
      this.#kept = this.#record
    }
    return this.#record
  }

  /** A worker has pushed another commit: the next decisions are based on it. */
  moveTo(head: string, documents: Documents): void {
    const { writes, row } = this.#parts
    this.#documents = documents
    row.head = head
    writes.head(head)
  }

  makeRecord(): void {
    // Only items that already have a record are imported.
  }

  mark(): void {
    // There is one database: nowhere else is there a journal of this item.
  }

  standFirm(): void {
    // The item's row is locked.
  }
}

/** Every item has a branch of a repository, whatever its record asked for on one machine. */
const inFleet = ({ workspacePlan }: Facts): Pick<Facts, 'hasGit' | 'workspacePlan'> => ({
  hasGit: true,
  workspacePlan: { ...workspacePlan, worktree: true },
})
