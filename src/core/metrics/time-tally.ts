import type { JournalEntry } from '../../contracts/journal.ts'
import type { ItemTime, TimeTotals } from '../../contracts/views/insights.ts'
import { momentOf } from '../moments.ts'
import { type SavedSegments, SegmentFold, type Stretch } from './segment-fold.ts'
import { NO_TIME, withTime } from './segments.ts'

/** What a tally knows, as plain data. */
export interface SavedTime {
  over: TimeTotals
  segments: SavedSegments
}

/** Sums up an item's time entry by entry, without keeping the stretches. */
export class TimeTally {
  #over: TimeTotals
  readonly #fold: SegmentFold

  /** `saved`: goes on from there. */
  constructor(saved?: SavedTime) {
    this.#over = saved?.over ?? NO_TIME
    const closed = ({ work, from, to }: Stretch): void => {
      this.#over = withTime(this.#over, work.kind, to - from)
    }
    this.#fold = new SegmentFold({ closed }, saved?.segments)
  }

  get saved(): SavedTime {
    return { over: this.#over, segments: this.#fold.saved }
  }

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
