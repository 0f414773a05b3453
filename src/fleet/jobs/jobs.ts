import { PgBoss, type Db } from 'pg-boss'
import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import type { Database } from '../database/database.ts'
import type { Transaction } from '../database/transaction.ts'
import { giving, type GivenRow, type Taker } from './given-rows.ts'
import { LEASE_SECONDS } from './lease-seconds.ts'
import type { NewsJob, StepJob } from './news.ts'

const NEWS = 'news'
const LOST = 'lost'
const SECOND = 1000

/** With notifications on, pg-boss would otherwise poll only twice a minute. */
const BACKSTOP = { pollingIntervalSeconds: 0.5, notifyPollingIntervalSeconds: 0.5 }
/** News is handled in a transaction; when that fails it is delivered again. */
const UNTIL_HEARD = { retryLimit: 1000, retryDelay: 1, expireInSeconds: 60, notify: true }
/** A whole day: how long a step may take is decided elsewhere. */
const STEP = { retryLimit: 0, expireInSeconds: 24 * 3600 - 1, deadLetter: LOST }

interface JobsOptions {
  reportError: (error: unknown) => void
  /** How long a worker keeps a step without a sign of life; LEASE_SECONDS by default. */
  leaseSeconds?: number
}

interface Heard {
  /** `done` completes the job on the given connection; false when someone else already has. */
  news(job: NewsJob, done: Done): Promise<void>
  lost(job: StepJob, done: Done): Promise<void>
}

interface ToQueue {
  queue: string
  /** It is given to nobody before that. */
  afterSeconds: number
}

/** The query was sent and not answered yet: later statements run after it. */
export interface AskedStep {
  row: Promise<GivenRow | null>
}

interface Fetching {
  fetched: Promise<{ rows: (GivenRow & pg.QueryResultRow)[] }>
}

export type Done = (database: Database) => Promise<boolean>

/** The queues of the fleet. A step's job never runs twice: lost ones go to a queue of their own. */
export class Jobs implements AsyncDisposable {
  readonly #boss: PgBoss
  readonly #step: typeof STEP & { heartbeatSeconds: number }
  readonly #pools = new Map<string, Promise<void>>()
  /** Derived from pg-boss's fetch, by size and queue: building one costs more than sending it. */
  readonly #giving = new Map<string, string>()

  private constructor(boss: PgBoss, leaseSeconds = LEASE_SECONDS) {
    this.#boss = boss
    this.#step = { ...STEP, heartbeatSeconds: leaseSeconds }
  }

  static async start(url: string, { reportError, leaseSeconds }: JobsOptions): Promise<Jobs> {
    const boss = new PgBoss({
      connectionString: url,
      max: 4,
      useListenNotify: true,
      schedule: false,
      superviseIntervalSeconds: 1,
      monitorIntervalSeconds: 1,
    })
    boss.on('error', reportError)
    await boss.start()
    await boss.createQueue(NEWS, UNTIL_HEARD)
    await boss.createQueue(LOST, UNTIL_HEARD)
    return new Jobs(boss, leaseSeconds)
  }

  /** Shares the work with the other coordinators: each hears some of it. */
  async hear(heard: Heard): Promise<void> {
    const completed =
      (queue: string, id: string): Done =>
      async (database) =>
        affected(await this.#boss.complete(queue, id, null, { db: asBossDb(database) })) === 1
    await this.#boss.work<NewsJob>(NEWS, { ...BACKSTOP, localConcurrency: 2 }, async ([job]) => {
      if (job) await heard.news(job.data, completed(NEWS, job.id))
    })
    await this.#boss.work<StepJob>(LOST, BACKSTOP, async ([job]) => {
      if (job) await heard.lost(job.data, completed(LOST, job.id))
    })
  }

  /** Created on first use, by whichever coordinator comes first. */
  async queueOf(pool: string): Promise<string> {
    const queue = `steps/${pool}`
    const made = this.#pools.get(pool) ?? this.#boss.createQueue(queue, this.#step)
    this.#pools.set(pool, made)
    made.catch(() => this.#pools.delete(pool))
    await made
    return queue
  }

  /** Resolves when the statement is prepared, not when it is answered. */
  async sendStep(
    transaction: Transaction,
    { queue, afterSeconds }: ToQueue,
    job: StepJob,
  ): Promise<string> {
    const id = randomUUID()
    const options = { ...this.#step, id, ...(afterSeconds > 0 && { startAfter: afterSeconds }) }
    const answer: FakeAnswer = { job: id, rows: [{ id }] }
    await sendWith(transaction, answer, (db) => this.#boss.send(queue, job, { ...options, db }))
    return id
  }

  async sendNews(database: Database, job: NewsJob): Promise<void> {
    await this.#boss.send(NEWS, job, { db: asBossDb(database) })
  }

  /** The attempt's row keeps how it ended; finished jobs would only slow the queue down. */
  async removeStep(transaction: Transaction, queue: string, id: string): Promise<void> {
    const answer: FakeAnswer = { job: id, rows: [{ count: 1 }] }
    await sendWith(transaction, answer, (db) => this.#boss.deleteJob(queue, id, { db }))
  }

  /** The next steps of that pool, held for as long as they are touched. */
  async giveSteps(database: Database, pool: string, takers: readonly Taker[]): Promise<GivenRow[]> {
    const queue = await this.queueOf(pool)
    for (;;) {
      const { rows } = await (await this.#fetch(database, queue, takers)).fetched
      const given = rows.filter(isGiven)
      // Steps that were stopped before anyone took them leave the queue and are given to nobody.
      if (rows.length === 0 || given.length > 0) return given
    }
  }

  /** Like giveSteps, for one taker and without retry; resolves before the query is answered. */
  async askForStep(database: Database, pool: string, taker: Taker): Promise<AskedStep> {
    const { fetched } = await this.#fetch(database, await this.queueOf(pool), [taker])
    return { row: fetched.then(({ rows }) => rows.find(isGiven) ?? null) }
  }

  async #fetch(database: Database, queue: string, takers: readonly Taker[]): Promise<Fetching> {
    const key = `${takers.length} ${queue}`
    const statement = this.#giving.get(key) ?? giving(await this.#fetching(queue, takers.length))
    this.#giving.set(key, statement)
    const values = [takers.map(({ worker }) => worker), takers.map(({ claim }) => claim)]
    return { fetched: database.query(statement, values) }
  }

  /** Captures pg-boss's statement without sending it. */
  async #fetching(queue: string, batchSize: number): Promise<string> {
    let statement = ''
    const executeSql: Db['executeSql'] = async (text: string, values: unknown[] = []) => {
      if (values.length > 0) throw new Error('pg-boss asks for more than was expected')
      statement = text
      return { rows: [] }
    }
    await this.#boss.fetch(queue, { db: { executeSql }, batchSize })
    return statement
  }

  async touchStep(queue: string, ids: string[]): Promise<void> {
    await this.#boss.touch(queue, ids)
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#boss.stop({ graceful: true, timeout: 5 * SECOND })
  }
}

const asBossDb = (database: Database): Db => ({
  executeSql: (statement, values) => database.query(statement, values),
})

/** What pg-boss is told while its statement waits to be sent with the others. */
interface FakeAnswer {
  job: string
  rows: object[]
}

/** Nothing is committed when the statement fails. */
async function sendWith(
  transaction: Transaction,
  { job, rows }: FakeAnswer,
  act: (db: Db) => Promise<unknown>,
): Promise<void> {
  await act({
    executeSql: async (text, values = []) => {
      transaction.send({ about: `job ${job}`, statement: withoutCount(text), values })
      return { rows }
    },
  })
}

const COUNTED = /^\s*WITH results as \(([^]*RETURNING id)\s*\)\s*SELECT COUNT[^]*$/i

const strippedStatements = new Map<string, string>()

/** Without the count nobody reads: then it can be nested in another statement. */
function withoutCount(statement: string): string {
  const known = strippedStatements.get(statement) ?? statement.replace(COUNTED, '$1')
  strippedStatements.set(statement, known)
  return known
}

/** A fetched job whose step was given to nobody has no other columns. */
const isGiven = ({ agentId }: { agentId: string | null }): boolean => agentId !== null

/** pg-boss returns `affected`, but its types do not say so. */
const affected = (response: { affected?: number }): number => response.affected ?? 0
