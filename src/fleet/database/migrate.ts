import type pg from 'pg'
import { MIGRATIONS } from './migrations.ts'
import { Transaction } from './transaction.ts'

/** Any number that nobody else uses as a lock. */
const MIGRATION_LOCK = 7_336_001

/** The database was made by a later version of this program. */
class DatabaseTooNew extends Error {
  readonly found: number

  constructor(found: number) {
    super(`the database is at version ${found}, this program knows ${MIGRATIONS.length}`)
    this.found = found
  }
}

/** Updates the schema. One coordinator at a time; the others wait and find it done. */
export function migrate(pool: pg.Pool): Promise<void> {
  return Transaction.run(pool, async (transaction) => {
    await transaction.query('select pg_advisory_xact_lock($1)', [MIGRATION_LOCK])
    // `if not exists` uses the connection's cached catalogue; reading the catalogue refreshes it.
    await transaction.query(`select from pg_catalog.pg_namespace where nspname = 'sdd'`)
    await transaction.query('create schema if not exists sdd')
    await transaction.query('create table if not exists sdd.version (version int not null)')
    const { rows } = await transaction.query<{ version: number }>('select version from sdd.version')
    const from = rows[0]?.version ?? 0
    if (from > MIGRATIONS.length) throw new DatabaseTooNew(from)
    for (const migration of MIGRATIONS.slice(from)) await transaction.query(migration)
    if (rows.length === 0) await transaction.query('insert into sdd.version values (0)')
    await transaction.query('update sdd.version set version = $1', [MIGRATIONS.length])
  })
}
