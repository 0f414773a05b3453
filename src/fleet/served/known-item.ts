import { createHash } from 'node:crypto'
import type { RunId } from '../../contracts/ids.ts'
import type { JournalEntry } from '../../contracts/journal.ts'
import type { RunResult } from '../../contracts/run-state.ts'
import type { SpecJson } from '../../contracts/spec-json.ts'
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

/** One item as this coordinator has last seen it: where its journal stands, and its row. */
export class KnownItem {
  readonly fold: RunFold
  shown: ShownItem
  row: ItemRow | null = null
  #digest = ''

  constructor(shown: ShownItem) {
    this.shown = shown
    this.fold = new RunFold(shown.item)
  }

  get lastSeq(): number {
    return this.fold.state.lastSeq
  }

  /** Gives the ends of runs among them. */
  take(entries: readonly JournalEntry[]): Ended[] {
    return entries.flatMap((entry) => {
      this.fold.entries([entry])
      const { runId } = this.fold.state
      const result = ENDS.has(entry.type) ? resultOf(this.fold.state) : null
      return result === null || runId === null ? [] : [{ runId, result }]
    })
  }

  /** The row when it differs from the one before. */
  update(documents: Documents, nextVersion: () => number): ItemRow | null {
    const { item, settings: text, record, comments, seenEnd, worker } = this.shown
    const settings = settingsOf({ settings: text })
    const { fold } = this
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
