import type pg from 'pg'
import { prepared, type Database } from './database.ts'
import { JoinedWrites, type Write } from './joined-writes.ts'

/** A statement failed: PostgreSQL refuses all others until the end, even if it was caught. */
class TransactionFailed extends Error {}

/** All or nothing; `onCommit` callbacks run once the commit is certain. */
export class Transaction implements Database {
  readonly #client: pg.PoolClient
  readonly #committed: (() => void)[] = []
  readonly #unawaited: Promise<unknown>[] = []
  readonly #writes = new JoinedWrites()
  /** Skips pending writes: only for rows that nothing else in the transaction writes. */
  readonly beside: Database = { query: (statement, values) => this.#execute(statement, values) }
  #isCorked = false
  #failure: { cause: unknown } | null = null

  private constructor(client: pg.PoolClient) {
    this.#client = client
  }

  static async run<T>(pool: pg.Pool, act: (transaction: Transaction) => Promise<T>): Promise<T> {
    const client = await pool.connect()
    client.on('error', ignoreError)
    const transaction = new Transaction(client)
    let isBroken = true
    try {
      // Sent together with the first statement.
      transaction.#corkThisTick()
      transaction.trackUnawaited(client.query('begin'))
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
      client.off('error', ignoreError)
      client.release(isBroken)
    }
  }

  /**
   * Sends the commit together with the last writes, before they are answered: PostgreSQL turns it
   * into a rollback when a statement failed.
   */
  async #end(): Promise<boolean> {
    this.#flush()
    this.#corkThisTick()
    const end = this.#client.query(this.#failure === null ? 'commit' : 'rollback')
    const [{ command }] = await Promise.all([end, ...this.#unawaited])
    return command === 'COMMIT' && this.#failure === null
  }

  /** Sent after all pending writes. */
  query<R extends pg.QueryResultRow>(
    statement: string,
    values: readonly unknown[] = [],
  ): Promise<pg.QueryResult<R>> {
    this.#flush()
    return this.#execute(statement, values)
  }

  async #execute<R extends pg.QueryResultRow>(
    statement: string,
    values: readonly unknown[] = [],
  ): Promise<pg.QueryResult<R>> {
    this.#corkThisTick()
    try {
      return await (values.length === 0
        ? this.#client.query<R>(statement)
        : this.#client.query<R>(prepared(statement, values)))
    } catch (cause) {
      this.#failure ??= { cause }
      throw cause
    }
  }

  /** Sent before the next query at the latest; nothing is committed when it fails. */
  send(write: Write): void {
    if (this.#writes.add(write)) return
    this.#flush()
    this.#writes.add(write)
  }

  #flush(): void {
    const all = this.#writes.take()
    if (all === null) return
    this.trackUnawaited(this.#execute(all.statement, all.values))
  }

  /** Takes a statement that was already sent and whose result nobody awaits before the commit. */
  trackUnawaited(done: Promise<unknown>): void {
    this.#unawaited.push(
      done.catch((cause: unknown) => {
        this.#failure ??= { cause }
      }),
    )
  }

  /** Sends everything of this tick in one packet: a system call costs more than the bytes. */
  #corkThisTick(): void {
    if (this.#isCorked) return
    this.#isCorked = true
    const { stream } = this.#client.connection
    stream.cork()
    process.nextTick(() => {
      this.#isCorked = false
      stream.uncork()
    })
  }

  onCommit(tell: () => void): void {
    this.#committed.push(tell)
  }
}

/** A cut connection also emits this, and without a listener it would end the process. */
const ignoreError = (): void => undefined

async function rolledBack(client: pg.PoolClient): Promise<boolean> {
  try {
    await client.query('rollback')
    return true
  } catch {
    // The connection is gone, and its transaction with it.
    return false
  }
}
