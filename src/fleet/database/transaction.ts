import type pg from 'pg'
import { prepared, type Database } from './database.ts'
import { JoinedWrites, type Write } from './joined-writes.ts'

/** A statement failed: PostgreSQL takes no other until the end, whatever its caller made of it. */
class TransactionFailed extends Error {}

/** All of it or nothing; what waits for the commit is called when it is certain. */
export class Transaction implements Database {
  readonly #client: pg.PoolClient
  readonly #committed: (() => void)[] = []
  readonly #behind: Promise<unknown>[] = []
  readonly #writes = new JoinedWrites()
  /** For statements about rows that are written by no one but them. */
  readonly beside: Database = { query: (statement, values) => this.#ask(statement, values) }
  #isHeld = false
  #failure: { cause: unknown } | null = null

  private constructor(client: pg.PoolClient) {
    this.#client = client
  }

  static async run<T>(pool: pg.Pool, act: (transaction: Transaction) => Promise<T>): Promise<T> {
    const client = await pool.connect()
    client.on('error', reportedByQuery)
    const transaction = new Transaction(client)
    let isBroken = true
    try {
      // On its way together with the first statement.
      transaction.#together()
      transaction.behind(client.query('begin'))
      const value = await act(transaction)
      const isCommitted = await transaction.#end()
      isBroken = false
      if (!isCommitted) throw new TransactionFailed('rolled back', transaction.#failure ?? {})
      for (const tell of transaction.#committed) tell()
      return value
    } catch (error) {
      if (isBroken) isBroken = !(await rolledBack(client))
      throw error
    } finally {
      client.off('error', reportedByQuery)
      client.release(isBroken)
    }
  }

  /**
   * The commit goes out with what is written last, before any of that is answered: PostgreSQL makes
   * it a rollback when a statement failed.
   */
  async #end(): Promise<boolean> {
    this.#write()
    this.#together()
    const end = this.#client.query(this.#failure === null ? 'commit' : 'rollback')
    const [{ command }] = await Promise.all([end, ...this.#behind])
    return command === 'COMMIT' && this.#failure === null
  }

  /** Behind everything that was written so far. */
  query<R extends pg.QueryResultRow>(
    statement: string,
    values: readonly unknown[] = [],
  ): Promise<pg.QueryResult<R>> {
    this.#write()
    return this.#ask(statement, values)
  }

  async #ask<R extends pg.QueryResultRow>(
    statement: string,
    values: readonly unknown[] = [],
  ): Promise<pg.QueryResult<R>> {
    this.#together()
    try {
      return await (values.length === 0
        ? this.#client.query<R>(statement)
        : this.#client.query<R>(prepared(statement, values)))
    } catch (cause) {
      this.#failure ??= { cause }
      throw cause
    }
  }

  /** Written before anything is asked for; nothing is committed when it fails. */
  send(write: Write): void {
    if (this.#writes.add(write)) return
    this.#write()
    this.#writes.add(write)
  }

  #write(): void {
    const all = this.#writes.take()
    if (all === null) return
    this.behind(this.#ask(all.statement, all.values))
  }

  /** A statement that is on its way, and that no one waits for before the commit. */
  behind(done: Promise<unknown>): void {
    this.#behind.push(
      done.catch((cause: unknown) => {
        this.#failure ??= { cause }
      }),
    )
  }

  /** What is sent before anything is waited for goes out in one piece: to write costs more than to send. */
  #together(): void {
    if (this.#isHeld) return
    this.#isHeld = true
    const { stream } = this.#client.connection
    stream.cork()
    process.nextTick(() => {
      this.#isHeld = false
      stream.uncork()
    })
  }

  onCommit(tell: () => void): void {
    this.#committed.push(tell)
  }
}

/** A connection that is cut says so here as well, and unheard that would end the process. */
const reportedByQuery = (): void => undefined

async function rolledBack(client: pg.PoolClient): Promise<boolean> {
  try {
    await client.query('rollback')
    return true
  } catch {
    // The connection is gone, and what was begun on it with it.
    return false
  }
}
