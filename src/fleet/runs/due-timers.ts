import type pg from 'pg'
import type { FleetRuns } from './fleet-runs.ts'

const LOOK_MS = 500
const AT_ONCE = 50

interface TimerParts {
  pool: pg.Pool
  runs: Pick<FleetRuns, 'timer'>
  reportError: (error: unknown) => void
}

/** Delivers due timers to their items. Every coordinator does it; each timer is heard once. */
export class DueTimers implements AsyncDisposable {
  readonly #parts: TimerParts
  #next: NodeJS.Timeout | undefined
  #looking: Promise<void> = Promise.resolve()
  #isClosed = false

  constructor(parts: TimerParts) {
    this.#parts = parts
    this.#lookLater()
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#isClosed = true
    clearTimeout(this.#next)
    await this.#looking
  }

  #lookLater(): void {
    if (this.#isClosed) return
    this.#next = setTimeout(() => {
      this.#looking = this.#look()
        .catch(this.#parts.reportError)
        .then(() => this.#lookLater())
    }, LOOK_MS)
  }

  async #look(): Promise<void> {
    const { pool, runs, reportError } = this.#parts
    const { rows } = await pool.query<{ item: number; name: string }>(
      `select item, name from sdd.timers where news is not null and due <= now()
       order by due limit ${AT_ONCE}`,
    )
    // A timer that fails is tried again later and does not hold up the others.
    for (const { item, name } of rows) await runs.timer(item, name).catch(reportError)
  }
}
