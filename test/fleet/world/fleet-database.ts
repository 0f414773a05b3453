import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import type pg from 'pg'
import { inject } from 'vitest'
import { openPool } from '../../../src/fleet/database/database.ts'
import { migrate } from '../../../src/fleet/database/migrate.ts'
import { asSuperuser } from './superuser.ts'

/** The name that clients look for in a socket folder. */
export const SOCKET = '.s.PGSQL.5432'

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

  /** Copies the template; on another server, the tables are made there. */
  static async make(server?: string): Promise<FleetDatabase> {
    const name = `t${randomBytes(6).toString('hex')}`
    if (server === undefined) {
      const { url, template } = inject('postgres')
      await asSuperuser(url, `create database ${name} template ${template}`)
      return new FleetDatabase(name, url)
    }
    await asSuperuser(server, `create database ${name}`)
    const database = new FleetDatabase(name, server)
    await migrate(database.pool)
    return database
  }

  /** Where PostgreSQL listens. */
  get socket(): string {
    return join(this.#login.get('host') ?? '', SOCKET)
  }

  /** As reached through a socket in another folder. */
  urlThrough(folder: string): string {
    const login = this.#login
    login.set('host', folder)
    return `postgresql:///${this.name}?${login.toString()}`
  }

  get #login(): URLSearchParams {
    return new URL(this.url.replace('///', '//localhost/')).searchParams
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.pool.end()
    await asSuperuser(this.#server, `drop database ${this.name} with (force)`)
  }
}
