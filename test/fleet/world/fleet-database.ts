import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { inject } from 'vitest'
import { openPool } from '../../../src/fleet/database/database.ts'
import { migrate } from '../../../src/fleet/database/migrate.ts'

/** A database of its own with the fleet's tables. */
export class FleetDatabase implements AsyncDisposable {
  readonly name: string
  readonly url: string
  readonly pool: pg.Pool

  readonly #server: string

  private constructor(name: string, server: string) {
    this.name = name
    this.#server = server
    this.url = server.replace('/postgres?', `/${name}?`)
    this.pool = openPool(this.url)
  }

  static async make(server = inject('postgres')): Promise<FleetDatabase> {
    const name = `t${randomBytes(6).toString('hex')}`
    await asSuperuser(server, `create database ${name}`)
    const database = new FleetDatabase(name, server)
    await migrate(database.pool)
    return database
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.pool.end()
    await asSuperuser(this.#server, `drop database ${this.name} with (force)`)
  }
}

async function asSuperuser(server: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: server })
  await client.connect()
  await client.query(statement)
  await client.end()
}
