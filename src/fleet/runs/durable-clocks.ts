import type { RunId } from '../../contracts/ids.ts'
import type { StepClock, WaitClock } from '../../host/ports/timers.ts'
import type { Transaction } from '../database/transaction.ts'
import type { News } from '../jobs/news.ts'

interface ClockParts {
  database: Transaction
  item: number
  now: () => Date
}

/** Timers as rows: whichever coordinator is alive when one is due delivers it. */
class DurableTimers {
  readonly #parts: ClockParts

  constructor(parts: ClockParts) {
    this.#parts = parts
  }

  arm(name: string, news: News, due: Date): void {
    const { database, item } = this.#parts
    database.send({
      about: `timer ${name}`,
      statement: `insert into sdd.timers (item, name, news, due) values ($1, $2, $3, $4)
       on conflict (item, name) do update
       set news = excluded.news, due = excluded.due, left_ms = null, job = null`,
      values: [item, name, JSON.stringify(news), due],
    })
  }

  cancel(name: string): void {
    const { database, item } = this.#parts
    database.send({
      about: `timer ${name}`,
      statement: 'delete from sdd.timers where item = $1 and name = $2',
      values: [item, name],
    })
  }

  /** The time that a step waited for a worker is not taken off. */
  hold(name: string): void {
    const { database, item, now } = this.#parts
    database.send({
      about: `timer ${name}`,
      statement: `update sdd.timers
       set left_ms = greatest(
         0,
         extract(epoch from due - $3::timestamptz) * 1000,
         (select (news::json ->> 'afterMs')::bigint - extract(epoch from now() - claimed_at) * 1000
          from sdd.attempts where agent_id = $2)
       ), due = null
       where item = $1 and name = $2 and due is not null`,
      values: [item, name, now()],
    })
  }

  /** Null when nothing was held. */
  async heldMs(name: string): Promise<number | null> {
    const { database, item } = this.#parts
    const { rows } = await database.query<{ left_ms: number }>(
      'select left_ms from sdd.timers where item = $1 and name = $2 and due is null',
      [item, name],
    )
    return rows[0]?.left_ms ?? null
  }

  after(ms: number): Date {
    return new Date(this.#parts.now().getTime() + ms)
  }
}

export function stepClock(parts: ClockParts): StepClock {
  const timers = new DurableTimers(parts)
  const arm = (agentId: string, afterMs: number): void =>
    timers.arm(agentId, { type: 'timed-out', agentId, afterMs }, timers.after(afterMs))
  return {
    arm,
    hold: (agentId) => timers.hold(agentId),
    continue: async (agentId) => {
      const leftMs = await timers.heldMs(agentId)
      if (leftMs !== null) arm(agentId, leftMs)
    },
    cancel: (agentId) => timers.cancel(agentId),
  }
}

const WAIT = 'wait'

export function waitClock(parts: ClockParts, runId: () => RunId | null): WaitClock {
  const timers = new DurableTimers(parts)
  return {
    arm: (_, until) => {
      const run = runId()
      const at = Date.parse(until)
      const due = Number.isNaN(at) ? timers.after(0) : new Date(at)
      if (run !== null) timers.arm(WAIT, { type: 'wait-over', runId: run }, due)
    },
    cancel: () => timers.cancel(WAIT),
  }
}
