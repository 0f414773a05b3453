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
  const pool = new pg.Pool({ connectionString: url, max: 10 })
  // One that rests and is cut off is replaced by the next that is asked for.
  pool.on('error', () => undefined)
  return pool
}
