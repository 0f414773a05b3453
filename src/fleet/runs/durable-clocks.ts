import type { RunId } from '../../contracts/ids.ts'
import type { StepClock, WaitClock } from '../../host/ports/timers.ts'
import type { Database } from '../database/database.ts'
import type { Jobs } from '../jobs/jobs.ts'
import type { News } from '../jobs/news.ts'

interface ClockParts {
  database: Database
  jobs: Jobs
  item: number
  now: () => Date
}

/** Jobs that come due: whichever coordinator lives then hears them. */
class DurableTimers {
  readonly #parts: ClockParts

  constructor(parts: ClockParts) {
    this.#parts = parts
  }

  async arm(name: string, news: News, due: Date): Promise<void> {
    await this.cancel(name)
    const { database, jobs, item } = this.#parts
    const job = await jobs.sendNews(database, { item, news }, due)
    await database.query('insert into sdd.timers (item, name, job, due) values ($1, $2, $3, $4)', [
      item,
      name,
      job,
      due,
    ])
  }

  async cancel(name: string): Promise<void> {
    const { database, jobs, item } = this.#parts
    const { rows } = await database.query<{ job: string | null }>(
      'delete from sdd.timers where item = $1 and name = $2 returning job',
      [item, name],
    )
    const job = rows[0]?.job ?? null
    if (job !== null) await jobs.cancelNews(database, job)
  }

  /** Gives what is left of it; null when it does not run. */
  async hold(name: string): Promise<void> {
    const { database, jobs, item, now } = this.#parts
    const { rows } = await database.query<{ job: string | null; due: Date }>(
      'select job, due from sdd.timers where item = $1 and name = $2 and job is not null',
      [item, name],
    )
    const [running] = rows
    if (!running?.job) return
    await jobs.cancelNews(database, running.job)
    const leftMs = Math.max(0, running.due.getTime() - now().getTime())
    await database.query(
      'update sdd.timers set job = null, left_ms = $3 where item = $1 and name = $2',
      [item, name, Math.round(leftMs)],
    )
  }

  /** Null when nothing was held. */
  async heldMs(name: string): Promise<number | null> {
    const { database, item } = this.#parts
    const { rows } = await database.query<{ left_ms: number }>(
      'select left_ms from sdd.timers where item = $1 and name = $2 and job is null',
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
  const arm = (agentId: string, afterMs: number): Promise<void> =>
    timers.arm(agentId, { type: 'timed-out', agentId, afterMs }, timers.after(afterMs))
  return {
    arm,
    hold: (agentId) => timers.hold(agentId),
    continue: async (agentId) => {
      const leftMs = await timers.heldMs(agentId)
      if (leftMs !== null) await arm(agentId, leftMs)
    },
    cancel: (agentId) => timers.cancel(agentId),
  }
}

const WAIT = 'wait'

export function waitClock(parts: ClockParts, runId: () => RunId | null): WaitClock {
  const timers = new DurableTimers(parts)
  return {
    arm: async (_, until) => {
      const run = runId()
      const at = Date.parse(until)
      const due = Number.isNaN(at) ? timers.after(0) : new Date(at)
      if (run !== null) await timers.arm(WAIT, { type: 'wait-over', runId: run }, due)
    },
    cancel: () => timers.cancel(WAIT),
  }
}
