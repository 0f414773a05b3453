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

/** With notifications on, pg-boss would otherwise look by itself only twice a minute. */
const BACKSTOP = { pollingIntervalSeconds: 0.5, notifyPollingIntervalSeconds: 0.5 }
/** News is heard in a transaction: one that fails is heard again. */
const UNTIL_HEARD = { retryLimit: 1000, retryDelay: 1, expireInSeconds: 60, notify: true }
/** A whole day: how long a step may take is decided elsewhere. */
const STEP = { retryLimit: 0, expireInSeconds: 24 * 3600 - 1, deadLetter: LOST }

interface JobsOptions {
  reportError: (error: unknown) => void
  /** How long a step is its worker's without a sign of life; that of the fleet unless given. */
  leaseSeconds?: number
}

interface Heard {
  /** `done` completes the job on the connection it is given; false: someone else has. */
  news(job: NewsJob, done: Done): Promise<void>
  lost(job: StepJob, done: Done): Promise<void>
}

interface ToQueue {
  queue: string
  /** It is given to no one before that. */
  afterSeconds: number
}

/** On its way: what is asked for next comes behind it. */
export interface AskedStep {
  row: Promise<GivenRow | null>
}

interface Fetching {
  fetched: Promise<{ rows: (GivenRow & pg.QueryResultRow)[] }>
}

export type Done = (database: Database) => Promise<boolean>

/** The queues of the fleet. A step's job is never run twice: what is lost goes to a queue of its own. */
export class Jobs implements AsyncDisposable {
  readonly #boss: PgBoss
  readonly #step: typeof STEP & { heartbeatSeconds: number }
  readonly #pools = new Map<string, Promise<void>>()
  /** How pg-boss takes so many from a queue, made ours: to make it each time costs more than to send it. */
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

  /** Each coordinator hears some of it. */
  async hear(heard: Heard): Promise<void> {
    const completed =
      (queue: string, id: string): Done =>
      async (database) =>
        affected(await this.#boss.complete(queue, id, null, { db: on(database) })) === 1
    await this.#boss.work<NewsJob>(NEWS, { ...BACKSTOP, localConcurrency: 2 }, async ([job]) => {
      if (job) await heard.news(job.data, completed(NEWS, job.id))
    })
    await this.#boss.work<StepJob>(LOST, BACKSTOP, async ([job]) => {
      if (job) await heard.lost(job.data, completed(LOST, job.id))
    })
  }

  /** Made on its first use; any coordinator may be the first. */
  async queueOf(pool: string): Promise<string> {
    const queue = `steps/${pool}`
    const made = this.#pools.get(pool) ?? this.#boss.createQueue(queue, this.#step)
    this.#pools.set(pool, made)
    made.catch(() => this.#pools.delete(pool))
    await made
    return queue
  }

  /** Resolves when it is on its way. */
  async sendStep(
    transaction: Transaction,
    { queue, afterSeconds }: ToQueue,
    job: StepJob,
  ): Promise<string> {
    const id = randomUUID()
    const options = { ...this.#step, id, ...(afterSeconds > 0 && { startAfter: afterSeconds }) }
    const said: Said = { job: id, rows: [{ id }] }
    await sentBy(transaction, said, (db) => this.#boss.send(queue, job, { ...options, db }))
    return id
  }

  async sendNews(database: Database, job: NewsJob): Promise<void> {
    await this.#boss.send(NEWS, job, { db: on(database) })
  }

  /** It has ended, however it did: that is kept with its attempt, and a queue of what is over costs. */
  async removeStep(transaction: Transaction, queue: string, id: string): Promise<void> {
    const said: Said = { job: id, rows: [{ count: 1 }] }
    await sentBy(transaction, said, (db) => this.#boss.deleteJob(queue, id, { db }))
  }

  /** The next steps of that pool, now held for as long as they are touched. */
  async giveSteps(database: Database, pool: string, takers: readonly Taker[]): Promise<GivenRow[]> {
    const queue = await this.queueOf(pool)
    for (;;) {
      const { rows } = await (await this.#fetch(database, queue, takers)).fetched
      const given = rows.filter(isGiven)
      // What was stopped before anyone took it is taken from the queue, and given to no one.
      if (rows.length === 0 || given.length > 0) return given
    }
  }

  /** The same for one, once: resolves when it is asked for, before it is answered. */
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

  /** The statement, which is sent to no one. */
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

const on = (database: Database): Db => ({
  executeSql: (statement, values) => database.query(statement, values),
})

/** What pg-boss hears while its statement waits to be written with the others. */
interface Said {
  job: string
  rows: object[]
}

/** Nothing is committed when it fails. */
async function sentBy(
  transaction: Transaction,
  { job, rows }: Said,
  act: (db: Db) => Promise<unknown>,
): Promise<void> {
  await act({
    executeSql: async (text, values = []) => {
      transaction.send({ about: `job ${job}`, statement: bare(text), values })
      return { rows }
    },
  })
}

const COUNTED = /^\s*WITH results as \(([^]*RETURNING id)\s*\)\s*SELECT COUNT[^]*$/i

const bareOnes = new Map<string, string>()

/** Without its count, which no one looks at: then it can be a part of another statement. */
function bare(statement: string): string {
  const known = bareOnes.get(statement) ?? statement.replace(COUNTED, '$1')
  bareOnes.set(statement, known)
  return known
}

/** One that no one was given has nothing but its job. */
const isGiven = ({ agentId }: { agentId: string | null }): boolean => agentId !== null

/** pg-boss answers it and its types do not say so. */
const affected = (response: { affected?: number }): number => response.affected ?? 0
