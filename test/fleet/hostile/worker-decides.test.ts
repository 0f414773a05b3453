import { execFile } from 'node:child_process'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, it, vi } from 'vitest'
import { COMMAND_LINES } from '../../../src/cli/json/command-lines.ts'
import type { JournalEntry } from '../../../src/contracts/journal.ts'
import type { SpecItem } from '../../../src/contracts/work-item.ts'
import type { Coordinator } from '../../../src/fleet/coordinator.ts'
import { allow, waitingHere } from '../../../src/fleet/worker/worker-trust.ts'
import { FleetWorld } from '../world/fleet-world.ts'
import { PROGRAM } from '../world/program.ts'
import { WAIT } from '../world/wait.ts'

const calledBy = { kind: 'person', via: 'cli' } as const

/** How the newest run has ended, once it has. */
const ended = (world: FleetWorld, item: SpecItem, after = 0): Promise<JournalEntry> =>
  vi.waitFor(async () => {
    const found = (await world.journal(item, after)).find(({ type }) =>
      ['run.paused', 'run.failed', 'run.completed'].includes(type),
    )
    if (found === undefined) throw new Error('it runs')
    return found
  }, WAIT)

async function resumed(world: FleetWorld, one: Coordinator, item: SpecItem): Promise<JournalEntry> {
  const before = (await world.journal(item)).at(-1)?.seq ?? 0
  await one.runs.command(world.ref(item), { type: 'resume', item, calledBy })
  return ended(world, item, before)
}

/** What waits on that worker; allowed from now on. */
function allowOn(world: FleetWorld, worker: string): string[] {
  const waiting = waitingHere(world.env, join(world.root, worker))
  for (const one of waiting) allow(one)
  return waiting.flatMap(({ acting }) => acting.map(({ id }) => id))
}

it('F11 a worker runs no command of the fleet’s settings before its user has allowed exactly it', async () => {
  await using world = await FleetWorld.make()
  const ran = (name: string): string => join(world.root, `ran-${name}`)
  const touch = (name: string): string[] => ['touch', ran(name)]
  const settings = (check: string[]): string =>
    JSON.stringify({
      checks: [{ name: 'test', command: check }],
      worktree: { setup: touch('setup') },
      deploy: { command: touch('deploy') },
    })
  const set = (text: string) =>
    world.database.pool.query('update sdd.projects set settings = $1', [text])
  await set(settings(touch('check')))
  const one = await world.coordinator()
  await world.worker(one, 'first', { allowsCommands: false })
  const item = await world.newQuick('login')
  await world.start(one, item, { go: ['deploy'] })
  const paused = await ended(world, item)
  expect(paused).toMatchObject({ type: 'run.paused', reason: 'untrusted' })
  expect(paused.message).toContain('worker first')
  expect(paused.message).toContain('sdd worker --trust')
  for (const name of ['check', 'setup', 'deploy']) expect(existsSync(ran(name))).toBe(false)
  // The other commands are asked about at the same time.
  expect(allowOn(world, 'first').toSorted()).toEqual([
    'settings: checks.test',
    'settings: deploy.command',
    'settings: worktree.setup',
  ])
  await set(settings(touch('other')))
  expect(await resumed(world, one, item)).toMatchObject({ reason: 'untrusted' })
  expect(existsSync(ran('other'))).toBe(false)
  expect(allowOn(world, 'first')).toEqual(['settings: checks.test'])
  expect(await resumed(world, one, item)).toMatchObject({ type: 'run.completed' })
  for (const name of ['other', 'setup', 'deploy']) expect(existsSync(ran(name))).toBe(true)
  expect(existsSync(ran('check'))).toBe(false)
})

it('F11 a release that its worker refused has not run: nobody is asked whether it has', async () => {
  await using world = await FleetWorld.make()
  const ran = join(world.root, 'released')
  const settings = { deploy: { command: ['touch', ran] } }
  await world.database.pool.query('update sdd.projects set settings = $1', [
    JSON.stringify(settings),
  ])
  const one = await world.coordinator()
  await world.worker(one, 'first', { allowsCommands: false })
  const item = await world.newQuick('login')
  await world.start(one, item, { go: ['deploy'] })
  expect(await ended(world, item)).toMatchObject({ reason: 'untrusted' })
  expect(existsSync(ran)).toBe(false)
  allowOn(world, 'first')
  expect(await resumed(world, one, item)).toMatchObject({ type: 'run.completed' })
  expect(existsSync(ran)).toBe(true)
})

it('F11 permissions beyond those of its user, and hooks that someone pushed onto a branch, wait as well', async () => {
  await using world = await FleetWorld.make({ permission: 'full' })
  const one = await world.coordinator()
  await world.worker(one, 'first', { allowsCommands: false })
  const item = await world.newSpec('login')
  await world.start(one, item, ['tasks'])
  expect((await ended(world, item)).message).toContain('settings: permission')
  expect(world.agentCalls()).toEqual([])
  expect(allowOn(world, 'first')).toEqual(['settings: permission'])
  await one.runs.command(world.ref(item), {
    type: 'permit',
    item,
    go: [],
    nogo: ['design'],
    calledBy,
  })
  expect(await resumed(world, one, item)).toMatchObject({ type: 'run.completed' })
  const clone = join(world.root, 'clone')
  world.git(world.root, 'clone', '--quiet', '--branch', 'feature/login', 'shop.git', 'clone')
  const hook = { hooks: [{ type: 'command', command: `touch ${world.root}/hooked` }] }
  const file = join(clone, '.claude', 'settings.json')
  mkdirSync(dirname(file))
  writeFileSync(file, JSON.stringify({ hooks: { SessionStart: [hook] } }))
  world.git(clone, 'add', '.')
  world.git(clone, 'commit', '--quiet', '-m', 'A hook')
  world.git(clone, 'push', '--quiet')
  const calls = world.agentCalls().length
  await world.start(one, item, { go: ['design'], nogo: ['tasks'] })
  const before = (await world.journal(item)).findLast(({ type }) => type === 'run.started')?.seq
  const paused = await ended(world, item, before)
  expect(paused).toMatchObject({ type: 'run.paused', reason: 'untrusted' })
  expect(paused.message).toContain('.claude/settings.json')
  expect(world.agentCalls()).toHaveLength(calls)
  allowOn(world, 'first')
  expect(await resumed(world, one, item)).toMatchObject({ type: 'run.completed' })
})

it('F11 sdd worker --trust shows what waits on this computer, and --yes allows it', async () => {
  const checks = [{ name: 'test', command: ['sh', '-c', 'true'] }]
  await using world = await FleetWorld.make({ checks })
  const one = await world.coordinator()
  await world.workerProcess(one, 'first', { options: [] })
  const item = await world.newQuick('login')
  await world.start(one, item)
  await ended(world, item)
  const env = { ...world.env, XDG_STATE_HOME: join(world.root, 'state-first') }
  const sdd = (...args: string[]): Promise<{ code: number; lines: unknown[] }> =>
    new Promise((resolve) => {
      execFile(process.execPath, [PROGRAM, '--json', 'worker', ...args], { env }, (error, out) => {
        const lines = out.split('\n').slice(0, -1)
        const code = typeof error?.code === 'number' ? error.code : 0
        resolve({ code, lines: lines.map((line) => JSON.parse(line) as unknown) })
      })
    })
  const shown = await sdd('--trust')
  const line = {
    type: 'waiting',
    repository: world.repository,
    id: 'settings: checks.test',
    kind: 'command',
    details: ['sh -c true'],
  }
  expect(shown).toEqual({ code: 2, lines: [line] })
  expect(COMMAND_LINES['worker']?.schemas.some((one) => one.safeParse(line).success)).toBe(true)
  expect((await sdd('--trust', '--yes')).code).toBe(0)
  expect(await sdd('--trust', '--url', one.url)).toEqual({ code: 0, lines: [] })
  expect(await resumed(world, one, item)).toMatchObject({ type: 'run.completed' })
  await sdd('--untrust')
  expect((await sdd('--trust')).lines).toEqual([line])
})
