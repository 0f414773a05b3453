import { execFile } from 'node:child_process'
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'
import { COMMAND_LINES } from '../../../src/cli/json/command-lines.ts'
import { redeem } from '../../../src/fleet/people/invitations.ts'
import { FleetWorld } from '../world/fleet-world.ts'
import { PROGRAM } from '../world/program.ts'

const ROOT = join(import.meta.dirname, '../../..')

type Line = Record<string, unknown>

/** What a verb of `sdd fleet` prints; each line has to follow a schema of docs/json.md. */
async function fleet(world: FleetWorld, ...args: string[]): Promise<Line[]> {
  const env = { ...world.env, SDD_DATABASE: world.database.url }
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [PROGRAM, '--json', 'fleet', ...args],
    { env, cwd: world.root },
  )
  const lines = stdout
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line) as Line)
  const schemas = COMMAND_LINES['fleet']?.schemas ?? []
  for (const line of lines)
    expect([line, schemas.some((schema) => schema.safeParse(line).success)]).toEqual([line, true])
  return lines
}

it('projects are added, listed and removed; workers enrolled, listed and revoked', async () => {
  await using world = await FleetWorld.make()
  await fleet(world, 'projects', 'add', 'books', 'https://example.com/books.git', '--pool', 'gpu')
  expect(await fleet(world, 'projects')).toMatchObject([
    { type: 'project', id: 'books', base: 'main', pool: 'gpu' },
    { type: 'project', id: 'shop' },
  ])
  await fleet(world, 'projects', 'remove', 'books')
  const [code] = await fleet(world, 'enrol', '--pool', 'default,gpu')
  expect(code).toMatchObject({ type: 'code', pools: ['default', 'gpu'] })
  const item = await world.newSpec('login')
  await world.enrol('first')
  await fleet(world, 'start', 'shop', item.name)
  expect(await fleet(world, 'status')).toMatchObject([
    { type: 'worker', name: 'first', steps: 0, isRevoked: false },
    { type: 'step', item: 'spec:login', state: 'queued', worker: null },
  ])
  await fleet(world, 'stop', 'shop', item.name)
  await fleet(world, 'revoke', 'first')
  expect(await fleet(world, 'status')).toMatchObject([{ name: 'first', isRevoked: true }])
})

it('people are invited, listed and removed; a worker is drained', async () => {
  await using world = await FleetWorld.make()
  await world.enrol('first')
  await fleet(world, 'drain', 'first')
  const [invitation] = await fleet(world, 'invite', 'Ada', '--role', 'admin')
  expect(invitation).toMatchObject({ type: 'invitation', name: 'Ada', role: 'admin' })
  const paired = await redeem(world.database.pool, String(invitation?.['code']), 'terminal')
  expect(await fleet(world, 'people')).toMatchObject([{ type: 'person', id: paired?.id }])
  await fleet(world, 'people', 'remove', paired?.id ?? '')
  expect(await fleet(world, 'people')).toEqual([])
})

it('a coordinator whose port is taken says so, and takes no other', async () => {
  await using world = await FleetWorld.make()
  const { port } = new URL((await world.coordinator()).url)
  const env = { ...world.env, SDD_DATABASE: world.database.url }
  const args = [PROGRAM, '--json', 'coordinator', '--port', port]
  const ended: unknown = await promisify(execFile)(process.execPath, args, { env }).catch(
    (error: unknown) => error,
  )
  expect(ended).toMatchObject({ code: 2, stdout: expect.stringContaining('PORT_TAKEN') })
  expect(ended).toMatchObject({ stdout: expect.stringContaining(`Port ${port} of 127.0.0.1`) })
})

it('without the libraries for PostgreSQL a coordinator says what to install', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'sdd-alone-'))
  try {
    // Installed without the libraries: no folder above this one has them either.
    cpSync(join(ROOT, 'dist'), join(folder, 'dist'), { recursive: true })
    cpSync(join(ROOT, 'package.json'), join(folder, 'package.json'))
    const env = { PATH: process.env['PATH'], HOME: folder, SDD_DATABASE: 'postgres://127.0.0.1/x' }
    const run = promisify(execFile)(
      process.execPath,
      [join(folder, 'dist/cli/main.js'), 'coordinator'],
      { env, cwd: folder },
    )
    await expect(run).rejects.toMatchObject({
      code: 2,
      stderr: expect.stringContaining('npm install pg pg-boss@12.34.0'),
    })
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})
