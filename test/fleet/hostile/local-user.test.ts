import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { expect, it } from 'vitest'
import { ownPostgres } from '../../../src/fleet/demo/own-postgres.ts'

const isRoot = process.getuid?.() === 0
const OTHER_USER = 54_321

/** The arguments of every process on this computer. */
const allArguments = (): string =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((pid) => {
      try {
        return readFileSync(`/proc/${pid}/cmdline`, 'utf8')
      } catch {
        return ''
      }
    })
    .join('\n')

it('F11 the database of a demo is nobody else’s: its folder is private, it asks for a password, and no command line shows that', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'sdd-pg-private-'))
  const postgres = await ownPostgres(process.env['SDD_POSTGRES'] ?? '', folder)
  try {
    const url = postgres.urlOf('postgres')
    const { password, host, ...rest } = Object.fromEntries(new URL(url).searchParams)
    if (password === undefined || host === undefined) throw new Error(`no password in ${url}`)
    for (const path of [folder, host, join(folder, 'data')])
      expect([path, statSync(path).mode & 0o777]).toEqual([path, 0o700])
    expect(allArguments()).not.toContain(password)
    for (const wrong of [undefined, '', 'sdd']) {
      const client = new pg.Client({ host, ...rest, database: 'postgres', password: wrong })
      await expect(client.connect()).rejects.toThrow()
    }
    const right = new pg.Client({ connectionString: url })
    await right.connect()
    await right.end()
    if (!isRoot) return
    const script = `require('net').connect(${JSON.stringify(join(host, '.s.PGSQL.5432'))}).on('error', (error) => { console.log(error.code) }).on('connect', () => { console.log('in'); process.exit() })`
    const program = spawnSync('node', ['-e', script], {
      uid: OTHER_USER,
      gid: OTHER_USER,
      cwd: '/',
    })
    expect(program.stdout.toString('utf8').trim()).toBe('EACCES')
  } finally {
    await postgres.stop()
    rmSync(folder, { recursive: true, force: true })
  }
})
