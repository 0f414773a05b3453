import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { inject } from 'vitest'
import { openPool } from '../../src/fleet/database/database.ts'
import { migrate } from '../../src/fleet/database/migrate.ts'

/** A database of its own with the fleet's tables. */
export class FleetDatabase implements AsyncDisposable {
  readonly name: string
  readonly url: string
  readonly pool: pg.Pool

  private constructor(name: string) {
    this.name = name
    this.url = inject('postgres').replace('/postgres?', `/${name}?`)
    this.pool = openPool(this.url)
  }

  static async make(): Promise<FleetDatabase> {
    const name = `t${randomBytes(6).toString('hex')}`
    await asSuperuser(`create database ${name}`)
    const database = new FleetDatabase(name)
    await migrate(database.pool)
    return database
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.pool.end()
    await asSuperuser(`drop database ${this.name} with (force)`)
  }
}

async function asSuperuser(statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: inject('postgres') })
  await client.connect()
  await client.query(statement)
  await client.end()
}
