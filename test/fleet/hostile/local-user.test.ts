import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { expect, it } from 'vitest'
import { ownPostgres } from '../../../src/fleet/demo/own-postgres.ts'
import { FleetWorld } from '../world/fleet-world.ts'
import { allArguments, HttpGit } from '../world/http-git.ts'

const isRoot = process.getuid?.() === 0
const OTHER_USER = 54_321

it('F11 the database of a demo is nobody else’s: its folder is private, it asks for a password, and no command line shows that', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'sdd-pg-private-'))
  const postgres = await ownPostgres(process.env['SDD_POSTGRES'] ?? '', folder)
  try {
    const url = postgres.urlOf('postgres')
    const { password, host, ...rest } = Object.fromEntries(new URL(url).searchParams)
    if (password === undefined || host === undefined) throw new Error(`no password in ${url}`)
    for (const path of [folder, host, join(folder, 'data')])
      expect([path, statSync(path).mode & 0o777]).toEqual([path, 0o700])
    expect(allArguments().join('\n')).not.toContain(password)
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

/** The texts of all files below that folder. */
function textsBelow(folder: string): string {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'latin1'))
    .join('\n')
}

it('F11 the password in a project’s address is on no command line, in no file, no error and no event', async () => {
  await using world = await FleetWorld.make()
  await using server = new HttpGit(world.root)
  const address = await server.listen()
  world.git(world.repository, 'config', 'http.receivepack', 'true')
  await world.database.pool.query('update sdd.projects set repository = $1', [`${address}shop.git`])
  const one = await world.coordinator()
  await world.worker(one, 'first')
  const item = await world.newSpec('login')
  await world.start(one, item, ['design'])
  await world.entry(item, 'run.completed')
  expect(server.requests).toBeGreaterThan(4)
  const seen = [...server.seen].filter((line) => line.includes(server.password))
  expect(seen).toEqual([])
  const { rows } = await world.database.pool.query('select entry from sdd.journal')
  expect(JSON.stringify([rows, world.errors.map(String)])).not.toContain(server.password)
  for (const folder of ['first', 'coordinator-0']) {
    expect(textsBelow(join(world.root, folder))).not.toContain(server.password)
    expect(
      statSync(join(world.root, folder, folder === 'first' ? 'mirrors' : '')).mode & 0o077,
    ).toBe(0)
  }
})
