import type pg from 'pg'
import { HostEvents } from '../host/host-events.ts'
import { openPool } from './database/database.ts'
import { migrate } from './database/migrate.ts'
import { AttemptCalls } from './gateway/attempt-calls.ts'
import { GatewayServer } from './gateway/gateway-server.ts'
import { ToldFeed } from './gateway/told-feed.ts'
import { CommitDocuments } from './git/commit-documents.ts'
import { Mirrors } from './git/mirrors.ts'
import { Jobs } from './jobs/jobs.ts'
import { FleetRuns, type FleetEvent } from './runs/fleet-runs.ts'

export interface CoordinatorOptions {
  database: string
  /** For mirrors of the projects: it may be lost at any time. */
  folder: string
  address: string
  /** 0: any that is free. */
  port: number
  tls?: { cert: string; key: string }
  env: NodeJS.ProcessEnv
  reportError: (error: unknown) => void
  now?: () => Date
}

/** Keeps nothing: all of them are alike, and any may be killed at any time. */
export class Coordinator implements AsyncDisposable {
  readonly pool: pg.Pool
  readonly runs: FleetRuns
  readonly events: HostEvents<FleetEvent>
  readonly url: string
  readonly #parts: AsyncDisposable[]

  private constructor(
    parts: { pool: pg.Pool; runs: FleetRuns; events: HostEvents<FleetEvent> },
    gateway: GatewayServer,
    others: AsyncDisposable[],
  ) {
    this.pool = parts.pool
    this.runs = parts.runs
    this.events = parts.events
    this.url = gateway.url
    this.#parts = [gateway, ...others]
  }

  static async start(options: CoordinatorOptions): Promise<Coordinator> {
    const { database, folder, env, reportError, now = () => new Date() } = options
    const pool = openPool(database)
    await migrate(pool)
    const jobs = await Jobs.start(database, reportError)
    const feed = await ToldFeed.open(database)
    const commits = new CommitDocuments(new Mirrors(folder, env))
    const events = new HostEvents<FleetEvent>(reportError)
    const runs = new FleetRuns({ pool, jobs, commits, events, now })
    const calls = new AttemptCalls({ pool, jobs, runs, now })
    const gateway = await GatewayServer.start({ ...options, pool, calls, feed })
    await jobs.hear({
      news: (job, done) => runs.news(job, done),
      lost: (job, done) => runs.lost(job, done),
    })
    return new Coordinator({ pool, runs, events }, gateway, [jobs, feed])
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const part of this.#parts) await part[Symbol.asyncDispose]()
    await this.pool.end()
  }
}
