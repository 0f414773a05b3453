import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { ownPostgres } from '../../../src/fleet/demo/own-postgres.ts'

declare module 'vitest' {
  interface ProvidedContext {
    postgres: string
  }
}

/** One PostgreSQL for all files; each takes databases of its own. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = mkdtempSync(join(tmpdir(), 'sdd-pg-'))
  const home = process.env['SDD_POSTGRES']
  if (home === undefined) throw new Error('start these tests with npm run test:fleet')
  const postgres = await ownPostgres(home, folder)
  project.provide('postgres', postgres.urlOf('postgres'))
  return async () => {
    await postgres.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}
