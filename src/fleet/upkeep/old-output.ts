import type { Database } from '../database/database.ts'
import { settingsOf } from '../database/project-settings.ts'

/** Delayed: all coordinators may have been started together. */
const FIRST_MS = 60_000
const REPEAT_MS = 6 * 60 * 60_000

interface UpkeepParts {
  database: Database
  now: () => Date
  reportError: (error: unknown) => void
}

/** A caller repeats a call within minutes. */
const CALLS_KEPT = '1 day'

/** Removes agent output older than its project keeps it, and old answers to calls. Any number of coordinators may do so. */
export class OldOutput implements AsyncDisposable {
  readonly #parts: UpkeepParts
  readonly #timers: NodeJS.Timeout[]

  constructor(parts: UpkeepParts) {
    this.#parts = parts
    const remove = (): void => void this.remove().catch(parts.reportError)
    this.#timers = [setTimeout(remove, FIRST_MS), setInterval(remove, REPEAT_MS)]
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const timer of this.#timers) clearTimeout(timer)
  }

  async remove(): Promise<void> {
    const { database, now } = this.#parts
    const { rows } = await database.query<{ id: string; settings: string }>(
      'select id, settings from sdd.projects',
    )
    for (const { id, settings } of rows) {
      const before = new Date(now())
      before.setDate(before.getDate() - settingsOf({ settings }).logRetentionDays)
      await database.query(
        `delete from sdd.output using sdd.attempts, sdd.items
         where output.agent_id = attempts.agent_id and items.id = attempts.item
           and items.project = $1 and attempts.state not in ('queued', 'claimed')
           and coalesce(attempts.ended_at, attempts.made_at) < $2`,
        [id, before],
      )
    }
    await database.query('delete from sdd.calls where made_at < now() - $1::interval', [CALLS_KEPT])
  }
}
