import type pg from 'pg'
import type { Database } from './database.ts'

/** A statement failed: PostgreSQL takes no other until the end, whatever its caller made of it. */
class TransactionFailed extends Error {}

/** All of it or nothing; what waits for the commit is called when it is certain. */
export class Transaction implements Database {
  readonly #client: pg.PoolClient
  readonly #committed: (() => void)[] = []
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
      await client.query('begin')
      const value = await act(transaction)
      const failure = transaction.#failure
      await client.query(failure === null ? 'commit' : 'rollback')
      isBroken = false
      if (failure !== null) throw new TransactionFailed('rolled back', failure)
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

  async query<R extends pg.QueryResultRow>(
    statement: string,
    values: readonly unknown[] = [],
  ): Promise<pg.QueryResult<R>> {
    try {
      return await this.#client.query<R>(statement, [...values])
    } catch (cause) {
      this.#failure ??= { cause }
      throw cause
    }
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
