import { randomBytes, randomUUID } from 'node:crypto'
import type pg from 'pg'
import type { AgentId, CommandId, RunId } from '../../contracts/ids.ts'
import type { Rejection } from '../../contracts/rejections.ts'
import { err, type Result } from '../../contracts/result.ts'
import type { HostEvent } from '../../contracts/rpc.ts'
import type { AutoExecutionState } from '../../contracts/run-state.ts'
import type { ReplyValue } from '../../core/decide/effects.ts'
import type { HostEvents } from '../../host/host-events.ts'
import type { CommandRequest } from '../../host/runs/auto-execution-coordinator.ts'
import { lossOf } from '../../host/runs/step-news.ts'
import type { Announcements } from '../database/announcements.ts'
import { onPool } from '../database/database.ts'
import { Transaction } from '../database/transaction.ts'
import type { CommitDocuments } from '../git/commit-documents.ts'
import type { Done, Jobs } from '../jobs/jobs.ts'
import type { News, NewsJob, StepJob } from '../jobs/news.ts'
import { JOURNAL_CHANNEL, readOn } from '../journal/journal-rows.ts'
import { Recent } from '../recent.ts'
import { endAttempt, readAttempt } from './attempt-rows.ts'
import { findItem, idOf, lockItem, readItem, type ItemRef, type ItemRow } from './item-row.ts'
import { happeningOf } from './news-happening.ts'
import type { KnownRun } from './known-run.ts'
import { LOST, NOT_BEGUN, STEPS_CHANNEL } from './queued-steps.ts'
import { openItem, type OpenedItem } from './open-item.ts'
import { hasTimeLeft } from './time-left.ts'

export interface FleetRunsParts {
  pool: pg.Pool
  jobs: Jobs
  commits: CommitDocuments
  /** What happened, once it is committed. */
  events: HostEvents<FleetEvent>
  announce: Announcements
  now: () => Date
}

export interface FleetEvent {
  project: string
  event: HostEvent
}

/** How many items are kept in memory. */
const MAX_KNOWN = 1000

type Reply = Result<ReplyValue, Rejection>

/** Makes the decisions about items, one transaction each; any number of these work in parallel. */
export class FleetRuns {
  readonly #parts: FleetRunsParts
  /** An entry is taken out during a decision, so a fold that failed half way is never reused. */
  readonly #known = new Recent<number, KnownRun>(MAX_KNOWN)

  constructor(parts: FleetRunsParts) {
    this.#parts = parts
  }

  async command({ project, item }: ItemRef, request: CommandRequest): Promise<Reply> {
    const seen = await findItem(onPool(this.#parts.pool), { project, item })
    if (seen === null) return err({ code: 'NOT_FOUND', item })
    const { item: _, commandId = randomUUID() as string as CommandId, ...command } = request
    const reply = await this.#locked(seen.id, { ...NO_ASK, seen }, async ({ replies, send }) => {
      const answered = replies.await(commandId)
      const at = this.#now()
      await send({ runId: newRunId(), ...command, commandId, sameHost: true, at })
      return answered
    })
    return reply ?? err({ code: 'NOT_FOUND', item })
  }

  /** Queued news: handled and removed from the queue in the same transaction. */
  async news({ item, news }: NewsJob, done: Done): Promise<void> {
    await this.#within(item, async (within) => {
      if (await done(within.transaction)) await this.#hear(within, news)
    })
  }

  /** A due timer: handled and deleted in the same transaction. */
  async timer(item: number, name: string): Promise<void> {
    await this.#within(item, async (within) => {
      const { rows } = await within.transaction.query<{ news: string }>(
        `delete from sdd.timers where item = $1 and name = $2 and due <= now() returning news`,
        [item, name],
      )
      if (!rows[0]) return
      const news = JSON.parse(rows[0].news) as News
      if (await hasTimeLeft(within.transaction, { item, name, news })) return
      await this.#hear(within, news)
    })
  }

  async #hear({ transaction, state, send }: Within, news: News): Promise<void> {
    const happened = await happeningOf(transaction, news, { state: state(), at: this.#now() })
    if (happened !== null) await send(happened)
  }

  /** The worker of an attempt went silent: the item decides whether there is another attempt. */
  async lost({ item, agentId }: StepJob, done: Done): Promise<void> {
    await this.#within(item, async ({ transaction, state, send, holdBack }) => {
      if (!(await done(transaction))) return
      const attempt = await readAttempt(transaction, agentId as AgentId)
      const key = attempt?.request?.launch.key
      if (!key || (await endAttempt(transaction, key.agentId, { state: 'lost' })) === null) return
      holdBack(key.attempt)
      const { step } = state()
      const isUnheardOf = step?.agentId === key.agentId && step.stage === 'launching'
      await send(lossOf({ key, at: this.#now() }, isUnheardOf ? NOT_BEGUN : LOST))
    })
  }

  /** Handles a worker's report, with whatever else must be written in the same transaction. */
  report<T>(item: number, act: (within: Within) => Promise<T>): Promise<T | null> {
    return this.#within(item, act)
  }

  /** Passes on what `ask` reads once the row is locked; commit `head` is fetched before that. */
  reportWith<A, T>(
    item: number,
    { ask, head }: LockOptions<A>,
    act: (within: Within, asked: A) => Promise<T>,
  ): Promise<T | null> {
    return this.#locked(item, { ask, head }, act)
  }

  async stateOf(ref: ItemRef): Promise<AutoExecutionState | null> {
    const id = await idOf(this.#parts.pool, ref)
    return id === null ? null : this.#within(id, async ({ state }) => state())
  }

  #within<T>(id: number, act: (within: Within) => Promise<T>): Promise<T | null> {
    return this.#locked(id, NO_ASK, act)
  }

  /** Null when there is no such item. */
  async #locked<A, T>(
    id: number,
    { ask, head, seen: found }: LockOptions<A>,
    act: (within: Within, asked: A) => Promise<T>,
  ): Promise<T | null> {
    const { pool, commits, events, announce } = this.#parts
    const known = this.#known.take(id) ?? null
    // Fetch before the row is locked; `openItem` looks again for what has come in between.
    const seen = known?.row ?? found ?? (await readItem(onPool(pool), id))
    if (seen !== null && known === null) await commits.begin(seen)
    if (seen !== null && head !== null) await commits.begin({ ...seen, head })
    return Transaction.run(pool, async (transaction) => {
      // Sent one after the other, answered together.
      const [row, read, asked] = await Promise.all([
        lockItem(transaction, id),
        readOn(transaction, id, known?.end.standing ?? 0),
        ask(transaction),
      ])
      if (row === null) return null
      const opened = await openItem({ ...this.#parts, transaction, row, known, read })
      const value = await act({ ...opened, row, transaction }, asked)
      const run = opened.written()
      transaction.onCommit(() => {
        this.#known.set(id, run)
        if (opened.queued.size > 0) announce.tell(STEPS_CHANNEL, row.pool)
        if (run.end.given !== row.given) announce.tell(JOURNAL_CHANNEL, String(id))
        for (const event of opened.happened) events.emit({ project: row.project, event })
      })
      return value
    })
  }

  #now(): string {
    return this.#parts.now().toISOString()
  }
}

interface LockOptions<A> {
  ask: (transaction: Transaction) => Promise<A>
  /** A commit that the item's branch may be moved to. */
  head: string | null
  /** The row as it was a moment ago. */
  seen?: ItemRow
}

const NO_ASK: LockOptions<null> = { ask: () => Promise.resolve(null), head: null }

export interface Within extends OpenedItem {
  row: ItemRow
  transaction: Transaction
}

const newRunId = (): RunId =>
  `run_${Date.now().toString(36)}${randomBytes(5).toString('hex')}` as RunId
