import type pg from 'pg'
import { onPool, prepared } from '../database/database.ts'
import type { GivenRow } from '../jobs/given-rows.ts'
import type { Jobs } from '../jobs/jobs.ts'
import { Recent } from '../recent.ts'
import type { KnownWorker } from './worker-keys.ts'

/** Announcements may be lost: how often to look anyway. */
const BACKSTOP_MS = 500

interface GiverParts {
  pool: pg.Pool
  jobs: Jobs
}

export interface Asked {
  worker: Pick<KnownWorker, 'id' | 'pools'>
  claim: string
  /** How long it may be kept waiting for a step. */
  waitMs: number
}

interface Waiting extends Asked {
  until: number
  give: (row: GivenRow | null) => void
  fail: (error: unknown) => void
}

/** Workers waiting for a step get one as soon as there is one, all of them in one statement. */
export class StepGiver implements AsyncDisposable {
  readonly #parts: GiverParts
  readonly #waiting = new Map<string, Waiting>()
  /** A worker's `left` may arrive before the claim it is about. */
  readonly #left = new Recent<string, true>(1000)
  readonly #backstop: NodeJS.Timeout
  #isAsked = false
  #looking: Promise<void> | null = null

  constructor(parts: GiverParts) {
    this.#parts = parts
    this.#backstop = setInterval(() => this.look(), BACKSTOP_MS)
  }

  /** Null when none came in time, or the worker left. */
  ask(asked: Asked): Promise<GivenRow | null> {
    const before = this.#waiting.get(asked.claim)
    if (before) this.#settle(before)?.give(null)
    const hasLeft = this.#left.take(asked.claim) === true
    const until = hasLeft ? 0 : performance.now() + asked.waitMs
    return new Promise((give, fail) => {
      this.#waiting.set(asked.claim, { ...asked, until, give, fail })
      this.look()
    })
  }

  /** It stops waiting; a step that was just found for it is still given. */
  leave(claim: string): void {
    const waiting = this.#waiting.get(claim)
    if (waiting) waiting.until = 0
    else this.#left.set(claim, true)
    this.look()
  }

  /** Call when steps may be waiting for workers. */
  look(): void {
    if (this.#waiting.size === 0) return
    this.#isAsked = true
    this.#looking ??= this.#lookWhileAsked().finally(() => (this.#looking = null))
  }

  async [Symbol.asyncDispose](): Promise<void> {
    clearInterval(this.#backstop)
    for (const waiting of this.#waiting.values()) waiting.until = 0
    this.look()
    await this.#looking
  }

  async #lookWhileAsked(): Promise<void> {
    while (this.#isAsked) {
      this.#isAsked = false
      const round = [...this.#waiting.values()]
      try {
        await this.#serve(round)
      } catch (error) {
        for (const waiting of round) this.#settle(waiting)?.fail(error)
      }
      const now = performance.now()
      for (const waiting of round) if (waiting.until <= now) this.#settle(waiting)?.give(null)
    }
  }

  async #serve(round: readonly Waiting[]): Promise<void> {
    const { pool, jobs } = this.#parts
    const taking = await takingWorkers(pool, round)
    const able = round.filter(({ worker }) => taking.has(worker.id))
    for (const name of new Set(able.flatMap(({ worker }) => worker.pools))) {
      const takers = able.filter(
        (waiting) =>
          this.#waiting.get(waiting.claim) === waiting && waiting.worker.pools.includes(name),
      )
      if (takers.length === 0) continue
      const asked = takers.map(({ worker, claim }) => ({ worker: worker.id, claim }))
      for (const row of await jobs.giveSteps(onPool(pool), name, asked)) {
        const taker = this.#waiting.get(row.claim)
        if (taker) this.#settle(taker)?.give(row)
      }
    }
  }

  /** Null when it was already settled. */
  #settle(waiting: Waiting): Waiting | null {
    if (this.#waiting.get(waiting.claim) !== waiting) return null
    this.#waiting.delete(waiting.claim)
    return waiting
  }
}

/** Workers that have access and are not draining; asking counts as a sign of life. */
async function takingWorkers(
  pool: pg.Pool,
  round: readonly Waiting[],
): Promise<ReadonlySet<string>> {
  const ids = [...new Set(round.map(({ worker }) => worker.id))]
  const { rows } = await pool.query<{ id: string }>(
    prepared(
      `with heard as (
         update sdd.workers set last_heard_at = now()
         where id = any ($1) and coalesce(last_heard_at < now() - interval '2 seconds', true)
       )
       select id from sdd.workers where id = any ($1) and revoked_at is null and not is_draining`,
      [ids],
    ),
  )
  return new Set(rows.map(({ id }) => id))
}
