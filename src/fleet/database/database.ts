import pg from 'pg'

/** Whatever a statement can be sent to: the pool, or the one connection of a transaction. */
export interface Database {
  query<R extends pg.QueryResultRow>(
    statement: string,
    values?: readonly unknown[],
  ): Promise<{ rows: R[]; rowCount: number | null }>
}

// Numbers of entries are far from where a double loses count.
pg.types.setTypeParser(pg.types.builtins.INT8, Number)

export function openPool(url: string): pg.Pool {
  // Statements of one connection go out one behind the other, without waiting for answers between.
  const pool = new pg.Pool({ connectionString: url, max: 10, pipeline: true })
  // One that rests and is cut off is replaced by the next that is asked for.
  pool.on('error', () => undefined)
  return pool
}

/** Each statement for itself. */
export const onPool = (pool: pg.Pool): Database => ({
  query: (statement, values = []) => pool.query(prepared(statement, values)),
})

const names = new Map<string, string>()

/** Read and planned by PostgreSQL once for each connection: there are only so many different ones. */
export function prepared(text: string, values: readonly unknown[]): pg.QueryConfig {
  const name = names.get(text) ?? `sdd_${names.size}`
  names.set(text, name)
  return { name, text, values: [...values] }
}
