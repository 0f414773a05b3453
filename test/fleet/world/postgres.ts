import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { openPool } from '../../../src/fleet/database/database.ts'
import { migrate } from '../../../src/fleet/database/migrate.ts'
import { ownPostgres } from '../../../src/fleet/demo/own-postgres.ts'
import { Jobs } from '../../../src/fleet/jobs/jobs.ts'
import { isCampaign } from './campaign.ts'
import { asSuperuser } from './superuser.ts'

declare module 'vitest' {
  interface ProvidedContext {
    postgres: { url: string; template: string }
  }
}

const TEMPLATE = 'fleet'

/** Nothing here has to outlive the machine; the campaign uses the settings of a real fleet. */
const OFF = isCampaign ? [] : ['fsync', 'full_page_writes', 'synchronous_commit', 'autovacuum']

/** One PostgreSQL for all test files; each makes its own databases. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = mkdtempSync(join(tmpdir(), 'sdd-pg-'))
  const home = process.env['SDD_POSTGRES']
  if (home === undefined) throw new Error('start these tests with npm run test:fleet')
  const postgres = await ownPostgres(home, folder)
  const url = postgres.urlOf('postgres')
  const off = OFF.map((name) => `alter system set ${name} = off`)
  await asSuperuser(url, ...off, 'select pg_reload_conf()', `create database ${TEMPLATE}`)
  await fill(postgres.urlOf(TEMPLATE))
  project.provide('postgres', { url, template: TEMPLATE })
  return async () => {
    await postgres.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Makes the tables, as the first coordinator would. */
async function fill(url: string): Promise<void> {
  const pool = openPool(url)
  await migrate(pool)
  await pool.end()
  const jobs = await Jobs.start(url, { reportError: () => undefined })
  await jobs[Symbol.asyncDispose]()
}
