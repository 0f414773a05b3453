import { createHash } from 'node:crypto'
import type { RunId } from '../../contracts/ids.ts'
import type { JournalEntry } from '../../contracts/journal.ts'
import type { RunResult } from '../../contracts/run-state.ts'
import type { SpecJson } from '../../contracts/spec-json.ts'
import type { WorkItem } from '../../contracts/work-item.ts'
import type { ItemRow } from '../../contracts/views/board.ts'
import { resultOf } from '../../core/decide/finish.ts'
import { commentsIn } from '../../host/documents/comment-changes.ts'
import { RunFold } from '../../host/journal/run-fold.ts'
import { rowOf } from '../../host/rows/row-of.ts'
import { settingsOf } from '../database/project-settings.ts'
import type { Documents } from '../runs/fleet-items.ts'
import { readingOf } from './item-reading.ts'
import type { ShownItem } from './shown-items.ts'

const ENDS: ReadonlySet<string> = new Set(['run.completed', 'run.paused', 'run.failed'])

interface Ended {
  runId: RunId
  result: RunResult
}

/** An item as it was read: its row in the database, and the fold of its journal. */
export interface ReadItem {
  shown: ShownItem
  fold: RunFold
}

interface Taken {
  /** Entries that were not there before. */
  fresh: JournalEntry[]
  /** The ends of runs among them. */
  ends: Ended[]
}

/** One item as this coordinator last saw it. All but its row may be dropped from memory. */
export class KnownItem {
  readonly item: WorkItem
  row: ItemRow | null = null
  #seen: Pick<ShownItem, 'stamp' | 'head'> | null = null
  #lastSeq = 0
  #read: ReadItem | null = null
  #digest = ''

  constructor(item: WorkItem) {
    this.item = item
  }

  get seen(): Pick<ShownItem, 'stamp' | 'head'> | null {
    return this.#seen
  }

  /** Null while it rests. */
  get read(): ReadItem | null {
    return this.#read
  }

  /** Where its journal has to be read on from. */
  get readUpTo(): number {
    return this.#read === null ? 0 : this.#lastSeq
  }

  /** Keeps only its row; the rest is read again when it changes. */
  rest(): void {
    this.#read = null
  }

  take(shown: ShownItem, entries: readonly JournalEntry[]): Taken {
    const fold = this.#read?.fold ?? new RunFold(this.item)
    const fresh = entries.filter(({ seq }) => seq > this.#lastSeq)
    const ends = entries.flatMap((entry) => {
      fold.entries([entry])
      if (entry.seq <= this.#lastSeq) return []
      const { runId } = fold.state
      const result = ENDS.has(entry.type) ? resultOf(fold.state) : null
      return result === null || runId === null ? [] : [{ runId, result }]
    })
    this.#read = { shown, fold }
    this.#seen = { stamp: shown.stamp, head: shown.head }
    this.#lastSeq = fold.state.lastSeq
    return { fresh, ends }
  }

  /** The new row, or null when it has not changed. */
  update(documents: Documents, nextVersion: () => number): ItemRow | null {
    if (this.#read === null) throw new Error('it was not read')
    const { shown, fold } = this.#read
    const { item, settings: text, record, comments, seenEnd, worker } = shown
    const settings = settingsOf({ settings: text })
    const reading = readingOf({
      item,
      record: JSON.parse(record) as SpecJson,
      documents,
      fold,
      settings,
      comments: commentsIn(comments),
    })
    const { completedAt } = reading
    const bare = rowOf(
      item,
      { ...reading, unseenEnd: completedAt === seenEnd ? null : completedAt },
      {
        failure: null,
        isDriven: true,
        budget: settings.budget,
        choices: settings.choices,
        declared: settings.delivery.checks.map(({ name }) => name),
        isWorktreeUsual: settings.delivery.worktree.isOn,
        deployMode: settings.delivery.deploy.mode,
        skipsTasks: settings.skippedTasks,
      },
    )
    const whole = { ...bare, worker }
    const digest = createHash('sha1').update(JSON.stringify(whole)).digest('base64')
    if (digest === this.#digest) return null
    this.#digest = digest
    this.row = { ...whole, version: nextVersion() }
    return this.row
  }
}
