import type { JournalEntry } from '../../contracts/journal.ts'
import type { ItemTime, TimeTotals } from '../../contracts/views/insights.ts'
import { momentOf } from '../moments.ts'
import { SegmentFold } from './segment-fold.ts'
import { NO_TIME, withTime } from './segments.ts'

/** Sums up an item's time entry by entry, without keeping the stretches. */
export class TimeTally {
  #over: TimeTotals = NO_TIME
  readonly #fold = new SegmentFold({
    closed: ({ work, from, to }) => {
      this.#over = withTime(this.#over, work.kind, to - from)
    },
  })

  take(entry: JournalEntry): void {
    this.#fold.take(entry)
  }

  get time(): ItemTime {
    const open = this.#fold.openAt(Number.NaN)
    return {
      over: this.#over,
      open: open === null ? null : { kind: open.work.kind, since: momentOf(open.from) },
    }
  }
}
