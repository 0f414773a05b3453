import pg from 'pg'

/** Whatever a statement can be sent to: the pool, or the one connection of a transaction. */
export interface Database {
  query<R extends pg.QueryResultRow>(
    statement: string,
    values?: readonly unknown[],
  ): Promise<{ rows: R[]; rowCount: number | null }>
}

// Entry numbers stay far below where a double loses precision.
pg.types.setTypeParser(pg.types.builtins.INT8, Number)

export function openPool(url: string): pg.Pool {
  // A connection sends its statements without waiting for the answers to earlier ones.
  const pool = new pg.Pool({ connectionString: url, max: 10, pipeline: true })
  // The pool replaces an idle connection that was cut; unhandled, the event would end the process.
  pool.on('error', () => undefined)
  return pool
}

/** Each statement is a transaction of its own. */
export const onPool = (pool: pg.Pool): Database => ({
  query: (statement, values = []) => pool.query(prepared(statement, values)),
})

/** What callers are told when the database fails; its own words may show any row or statement. */
export const DATABASE_FAILED = 'it could not be done; the coordinator’s log says why'

/** A statement that failed, or a connection that was refused, cut or silent. */
export const isOfDatabase = (error: unknown): boolean =>
  error instanceof pg.DatabaseError ||
  (error instanceof Error && (isOfDatabase(error.cause) || CONNECTION.test(error.message)))

/** The wording of `pg` and of Node for its sockets. */
const CONNECTION =
  /^(Connection terminated|timeout exceeded when trying to connect|Query read timeout|connect E[A-Z]+|read E[A-Z]+|Client (was|has) )/

const names = new Map<string, string>()

/** PostgreSQL parses and plans it once per connection; the program has few different statements. */
export function prepared(text: string, values: readonly unknown[]): pg.QueryConfig {
  const name = names.get(text) ?? `sdd_${names.size}`
  names.set(text, name)
  return { name, text, values: [...values] }
}
