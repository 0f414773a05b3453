import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { connectGateway } from '../../../src/fleet/worker/gateway-client.ts'
import { FakeCoordinator } from '../world/fake-coordinator.ts'
import { PROGRAM } from '../world/program.ts'

let home: string

beforeEach(() => (home = mkdtempSync(join(tmpdir(), 'sdd-hostile-'))))
afterEach(() => rmSync(home, { recursive: true, force: true }))

const PROJECT = { id: 'p_0123456789ab', dir: '/shop', name: 'shop' }
const HELLO = {
  version: '0',
  projects: [PROJECT],
  current: PROJECT.id,
  recent: [],
  command: 'sdd',
  self: { kind: 'local' },
}
const ok = (value: unknown): object => ({ ok: true, value })
const entryOf = (seq: number): object => ({
  v: 1,
  seq,
  time: '2026-01-01T00:00:00.000Z',
  level: 'info',
  message: `entry ${seq}`,
  type: 'run.reset',
})
const news = (...events: object[]): object => ({
  fresh: true,
  news: events.map((event) => ({ project: PROJECT.id, event })),
})

const config = (): string => join(home, '.config', 'sdd-orchestrator', 'config.json')

/** `sdd --url …` of someone who is paired with that coordinator. */
function sdd(url: string, ...args: string[]) {
  const fleets = join(home, 'state', 'sdd-orchestrator', 'fleets')
  mkdirSync(fleets, { recursive: true })
  const name = createHash('sha256').update(url).digest('hex').slice(0, 16)
  const key = { key: 'k'.repeat(43), name: 'Ada', role: 'admin' }
  writeFileSync(join(fleets, `${name}.json`), JSON.stringify(key))
  const env = {
    PATH: process.env['PATH'],
    HOME: home,
    XDG_STATE_HOME: join(home, 'state'),
    TMPDIR: home,
  }
  const child = spawn(process.execPath, [PROGRAM, '--url', url, ...args], { env })
  let said = ''
  child.stdout.on('data', (bytes: Buffer) => (said += bytes.toString('utf8')))
  child.stderr.on('data', (bytes: Buffer) => (said += bytes.toString('utf8')))
  return { child, said: () => said }
}

it('F11 an item of the coordinator whose name leads elsewhere writes nothing on the computer of a person', async () => {
  mkdirSync(dirname(config()), { recursive: true })
  const evil = { kind: 'spec', name: '../../../.config' }
  const login = { kind: 'spec', name: 'login' }
  const asked: string[] = []
  const documents = [{ name: 'sdd-orchestrator/config.json', text: '{"notify":{}}' }]
  let entries = [entryOf(1)]
  await using fake = await FakeCoordinator.start({
    calls: {
      'host.hello': () => ok(HELLO),
      'project.itemFiles': (given) => {
        const { name } = (given as { input: { item: { name: string } } }).input.item
        asked.push(name)
        if (asked.length > 1) entries = [entryOf(2), entryOf(1)]
        return ok({ record: '{}', documents: name === 'login' ? [] : documents })
      },
      'project.journal': () => ok({ entries, hasMore: false }),
      'project.status': () => ok([]),
    },
    streams: {
      async *news() {
        await expect.poll(() => asked.length).toBeGreaterThan(0)
        yield news({ type: 'entry', item: evil, entry: entryOf(1) })
        yield news({ type: 'entry', item: login, entry: entryOf(2) })
      },
    },
  })
  const { child, said } = sdd(fake.url, 'log', 'login', '--follow')
  await expect.poll(said, { timeout: 60_000 }).toContain('entry 2')
  child.kill('SIGINT')
  await once(child, 'close')
  expect(existsSync(config())).toBe(false)
  expect(asked).not.toContain(evil.name)
})

const GARBAGE = [
  null,
  7,
  'text',
  [],
  { ok: true },
  ok(null),
  ok({}),
  ok({ projects: [{ id: '../..' }] }),
]

it.each(['host.hello', 'project.itemFiles', 'project.journal'])(
  'F11 whatever a coordinator answers to %s, the command ends in words',
  async (call) => {
    let answer: unknown
    await using fake = await FakeCoordinator.start({
      calls: {
        'host.hello': () => ok(HELLO),
        'project.itemFiles': () => ok({ record: '{}', documents: [] }),
        'project.journal': () => ok({ entries: [], hasMore: true }),
        [call]: () => answer,
      },
      streams: { async *news() {} },
    })
    for (answer of GARBAGE) {
      const { child, said } = sdd(fake.url, 'log', 'login')
      const [code] = (await once(child, 'close')) as [number]
      expect([answer, code, said()]).toEqual([answer, expect.any(Number), expect.any(String)])
      expect(said()).not.toMatch(/^\s+at |ZodError|TypeError/m)
    }
  },
)

const COMMIT = 'a'.repeat(40)
const KEY = { runId: 'run_x', stepId: 'step_x_1', attempt: 1, agentId: 'git_x_1_1' }
const WORKTREE = {
  kind: 'worktree',
  path: '/x',
  branch: 'feature/login',
  base: 'main',
  from: COMMIT,
  isSetUp: false,
}
const LAUNCH = { key: KEY, phase: 'deploy', after: null, workspace: WORKTREE, scratch: null }
const MOVE = { type: 'move-base', commit: COMMIT, onto: COMMIT }
const REQUEST = {
  kind: 'git',
  item: { kind: 'spec', name: 'login' },
  version: 1,
  launch: { ...LAUNCH, work: { kind: 'git', act: MOVE } },
}
const GIVEN = {
  request: REQUEST,
  repository: '/nowhere/shop.git',
  base: 'main',
  head: null,
  refs: {},
  record: '{}',
  comments: '[]',
  settings: '{}',
  outputs: {},
  waitedMs: 0,
}
const withLaunch = (launch: object): object => ({
  ...GIVEN,
  request: { ...REQUEST, launch: { ...REQUEST.launch, ...launch } },
})
const withAct = (act: object): object => withLaunch({ work: { kind: 'git', act } })

it('F11 a worker takes no step whose names, ids or refs could become a path or an option', async () => {
  const hostile = {
    'the name of its item': {
      ...GIVEN,
      request: { ...REQUEST, item: { kind: 'spec', name: '../../x' } },
    },
    'its agent’s id': withLaunch({ key: { ...KEY, agentId: '../../x' } }),
    'its base': { ...GIVEN, base: '--upload-pack=touch x' },
    'its base, as a path': { ...GIVEN, base: '../../../x' },
    'its commit': { ...GIVEN, head: '--all' },
    'its refs': { ...GIVEN, refs: { conflict: '--output=x' } },
    'other refs': { ...GIVEN, refs: { '../../config': COMMIT } },
    'the branch of its worktree': withLaunch({ workspace: { ...WORKTREE, branch: '../../x' } }),
    'the beginning of its branch': withLaunch({ workspace: { ...WORKTREE, from: '--exec=x' } }),
    'a commit of an act': withAct({ ...MOVE, commit: '--exec=x' }),
    'another commit of an act': withAct({ type: 'catch-up', commit: COMMIT, onto: '--exec=x' }),
    'an unknown act': withAct({ type: 'run', command: 'x' }),
    'no step at all': 'text',
  }
  const given: unknown[] = [...Object.values(hostile), GIVEN]
  await using fake = await FakeCoordinator.start({ calls: { claim: () => given.shift() } })
  const refused: Error[] = []
  const calls = connectGateway(fake.url, 'k'.repeat(43), {
    malformed: (error) => refused.push(error),
  })
  try {
    for (const what of Object.keys(hostile))
      expect([what, await calls.claim()]).toEqual([what, null])
    expect(refused).toHaveLength(Object.keys(hostile).length)
    expect(await calls.claim()).toEqual(GIVEN)
  } finally {
    await calls.close()
  }
})
