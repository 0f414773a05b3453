import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, readdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, vi } from 'vitest'
import { COMMAND_LINES } from '../../../src/cli/json/command-lines.ts'
import type { Role } from '../../../src/contracts/roles.ts'
import { invite } from '../../../src/fleet/people/invitations.ts'
import { FleetWorld } from '../world/fleet-world.ts'
import { PROGRAM } from '../world/program.ts'
import { WAIT } from '../world/wait.ts'

type Line = Record<string, unknown>

interface Ran {
  code: number
  lines: Line[]
  errors: string
}

/** Runs `sdd` as a person at another computer would, with nothing but a URL. */
const sdd = (world: FleetWorld, ...args: string[]): Promise<Ran> => sddIn(world.root, world, args)

function sddIn(cwd: string, { env }: FleetWorld, args: string[]): Promise<Ran> {
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      [PROGRAM, '--json', ...args],
      { env, cwd },
      (error, stdout, errors) => {
        const lines = stdout.split('\n').slice(0, -1)
        const code = typeof error?.code === 'number' ? error.code : 0
        resolve({ code, lines: lines.map((line) => JSON.parse(line) as Line), errors })
      },
    )
  })
}

async function paired(world: FleetWorld, url: string, role: Role): Promise<void> {
  const { code } = await invite(world.database.pool, { name: 'Ada', role })
  expect((await sdd(world, 'fleet', 'pair', '--url', url, '--code', code)).lines).toEqual([
    { type: 'paired', url, name: 'Ada', role },
  ])
  expect((await sdd(world, 'fleet', 'pair', '--url', url, '--code', code)).code).toBe(2)
}

const follows = (command: string, { lines }: Ran): boolean =>
  lines.every((line) =>
    COMMAND_LINES[command]?.schemas.some((schema) => schema.safeParse(line).success),
  )

it('the verbs of one machine work against a fleet with the same lines and exit codes', async () => {
  await using world = await FleetWorld.make()
  const one = await world.coordinator()
  const { url } = one
  const stranger = await sdd(world, '--url', url, 'status')
  expect([stranger.code, stranger.lines[0]?.['code']]).toEqual([2, 'NOT_PAIRED'])
  await paired(world, url, 'operator')
  await world.worker(one, 'first')
  const item = await world.newSpec('login')
  const run = await sdd(world, '--url', url, 'run', 'login', '--nogo', 'design')
  expect([run.code, run.errors.includes(join(tmpdir(), 'sdd-fleet-'))]).toEqual([0, false])
  expect(follows('run', run)).toBe(true)
  expect(run.lines.at(-1)).toMatchObject({
    type: 'result',
    status: 'completed',
    reason: 'nogo',
    executedPhases: ['requirements'],
  })
  const journal = await world.journal(item)
  const seqs = run.lines.flatMap(({ seq }) => (typeof seq === 'number' ? [seq] : []))
  expect(seqs).toEqual(journal.map(({ seq }) => seq).filter((seq) => seq >= (seqs[0] ?? 0)))
  const status = await sdd(world, '--url', url, 'status', 'login')
  expect(follows('status', status)).toBe(true)
  expect(status.lines).toMatchObject([
    { feature: 'login', run: { status: 'completed' }, permissions: { design: false } },
  ])
  const permit = await sdd(world, '--url', url, 'permit', 'login', '--go', 'design')
  expect(follows('permit', permit)).toBe(true)
  expect(permit.lines).toMatchObject([
    { type: 'permission.changed' },
    { type: 'result', changed: true },
  ])
  const log = await sdd(world, '--url', url, 'log', 'login')
  expect(log.lines.map(({ seq }) => seq)).toEqual((await world.journal(item)).map(({ seq }) => seq))
  const agents = await sdd(world, '--url', url, 'agents')
  expect(agents.lines).toMatchObject([{ type: 'agent', phase: 'requirements', worker: 'first' }])
  const created = await sdd(world, '--url', url, 'new', 'cart', '--description', 'A cart')
  expect(created.lines).toEqual([{ type: 'result', status: 'completed', feature: 'cart' }])
  const missing = await sdd(world, '--url', url, 'run', 'nothing')
  expect([missing.code, missing.lines[0]?.['code']]).toEqual([2, 'NOT_FOUND'])
  const resume = await sdd(world, '--url', url, 'resume', 'cart')
  expect([resume.code, resume.lines[0]?.['code']]).toEqual([2, 'NOTHING_TO_RESUME'])
  const bug = await sdd(world, '--url', url, 'bug', 'new', 'slow', '--description', 'It is slow')
  expect(bug.lines).toEqual([{ type: 'result', status: 'completed', bug: 'slow' }])
  const list = await sdd(world, '--url', url, 'list')
  expect(follows('list', list)).toBe(true)
  expect(list.lines.map(({ kind, name }) => `${String(kind)} ${String(name)}`)).toEqual([
    'spec cart',
    'spec login',
    'bug slow',
  ])
  const archived = await sdd(world, '--url', url, 'archive', 'cart')
  expect([archived.code, follows('archive', archived)]).toEqual([0, true])
  expect((await sdd(world, '--url', url, 'archive', '--list')).lines).toMatchObject([
    { type: 'archived', kind: 'spec', name: 'cart', how: 'archived' },
  ])
  expect((await sdd(world, '--url', url, 'archive', '--restore', 'cart')).code).toBe(0)
  const local = ['serve', 'steering', 'checks'].map((verb) => sdd(world, '--url', url, verb))
  for (const { code, lines } of await Promise.all(local))
    expect([code, lines[0]?.['message']]).toEqual([
      2,
      expect.stringContaining('works on this computer only'),
    ])
  expect((await sdd(world, '--url', url, 'stop', 'login')).lines).toMatchObject([
    { type: 'result', changed: false },
  ])
})

it('a refusal is about the project of the fleet, whatever project is here', async () => {
  await using world = await FleetWorld.make()
  const { url } = await world.coordinator()
  await paired(world, url, 'operator')
  await world.newSpec('login')
  const here = join(world.root, 'here')
  mkdirSync(here)
  expect((await sddIn(here, world, ['new', 'carts', '--description', 'Here'])).code).toBe(0)
  const refused = async (...args: string[]): Promise<string> => {
    const { lines } = await sddIn(here, world, ['--url', url, '--project', 'shop', ...args])
    return String(lines[0]?.['message']).replaceAll(`${process.execPath} ${PROGRAM}`, 'sdd')
  }
  const there = `--url ${url} --project shop`
  expect(await refused('run', 'cart')).toBe(
    `There is no spec cart in this project of the fleet. List all specs: sdd status ${there}. Create it: sdd new cart --description TEXT ${there}`,
  )
  expect(await refused('bug', 'run', 'cart')).toContain(`Create it: sdd bug new cart`)
  expect(await refused('new', 'login', '--description', 'Again')).toBe(
    `.kiro/specs/login already exists. Choose another name, or run it: sdd run login ${there}`,
  )
  expect(await refused('resume', 'login')).toContain(`Run it: sdd run login ${there}`)
})

it('Ctrl+C on a short command leaves no copies of specs behind', async () => {
  await using world = await FleetWorld.make()
  const { url } = await world.coordinator()
  await paired(world, url, 'operator')
  await world.newSpec('login')
  const temp = join(world.root, 'temp')
  mkdirSync(temp)
  const lock = await world.database.pool.connect()
  try {
    await lock.query('begin; select * from sdd.items for update')
    const args = [PROGRAM, '--url', url, 'permit', 'login', '--nogo', 'design']
    const permit = spawn(process.execPath, args, { env: { ...world.env, TMPDIR: temp } })
    const exit = once(permit, 'exit')
    await vi.waitFor(() => expect(readdirSync(temp)).toHaveLength(1), WAIT)
    permit.kill('SIGINT')
    expect(await exit).toEqual([130, null])
    expect(readdirSync(temp)).toEqual([])
  } finally {
    await lock.query('rollback')
    lock.release()
  }
})

it('F8 a viewer at a terminal is refused in words, with code 2', async () => {
  await using world = await FleetWorld.make()
  const { url } = await world.coordinator()
  await world.newSpec('login')
  await paired(world, url, 'viewer')
  const status = await sdd(world, '--url', url, 'status')
  expect([status.code, status.lines]).toMatchObject([0, [{ feature: 'login' }]])
  const run = await sdd(world, '--url', url, 'run', 'login')
  expect([run.code, run.lines[0]?.['code']]).toEqual([2, 'ROLE_NEEDED'])
})
