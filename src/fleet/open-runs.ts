import type pg from 'pg'
import { HostEvents } from '../host/host-events.ts'
import { Announcements } from './database/announcements.ts'
import { openPool } from './database/database.ts'
import { migrate } from './database/migrate.ts'
import { CommitDocuments } from './git/commit-documents.ts'
import { Mirrors } from './git/mirrors.ts'
import { Jobs } from './jobs/jobs.ts'
import { FleetRuns, type FleetEvent } from './runs/fleet-runs.ts'

export interface RunsOptions {
  database: string
  /** Holds the mirrors of the projects; it may be lost at any time. */
  folder: string
  env: NodeJS.ProcessEnv
  reportError: (error: unknown) => void
  now?: () => Date
  leaseSeconds?: number
}

export interface OpenedRuns extends AsyncDisposable {
  pool: pg.Pool
  jobs: Jobs
  runs: FleetRuns
  events: HostEvents<FleetEvent>
  announce: Announcements
  commits: CommitDocuments
  mirrors: Mirrors
}

/** Everything that makes decisions, without any listening server. */
export async function openRuns(options: RunsOptions): Promise<OpenedRuns> {
  const { database, folder, env, now = () => new Date() } = options
  const pool = openPool(database)
  await migrate(pool)
  const jobs = await Jobs.start(database, options)
  const mirrors = new Mirrors(folder, env)
  const commits = new CommitDocuments(mirrors)
  const events = new HostEvents<FleetEvent>(options.reportError)
  const announce = new Announcements(pool)
  const runs = new FleetRuns({ pool, jobs, commits, events, announce, now })
  const close = async (): Promise<void> => {
    await jobs[Symbol.asyncDispose]()
    commits[Symbol.dispose]()
    await announce.close()
    await pool.end()
  }
  return { pool, jobs, runs, events, announce, commits, mirrors, [Symbol.asyncDispose]: close }
}
