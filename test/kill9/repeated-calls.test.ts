import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { newCommandId } from '../../src/client/call-ids.ts'
import { HostClient } from '../../src/client/host-client.ts'
import { HostGone } from '../../src/client/host-gone.ts'
import type { CommandName } from '../../src/contracts/commands.ts'
import type { CommandId } from '../../src/contracts/ids.ts'
import type { JournalType } from '../../src/contracts/journal.ts'
import { commandTable } from '../../src/contracts/commands.ts'
import { type ActingMethod, type RpcInput, type RpcReply } from '../../src/contracts/rpc.ts'
import { specNamed, type WorkItem } from '../../src/contracts/work-item.ts'
import { readTurns } from '../../src/host/asks/conversation-file.ts'
import { readHostAddress } from '../../src/host/project/host-lock.ts'
import { until } from '../../src/testkit/worlds/agent-world.ts'
import { ProjectWorld } from '../../src/testkit/worlds/project-world.ts'
import { entriesOf } from '../integration/flows/flow-world.ts'
import { HostProcess } from './host-process.ts'

const ASKING = { skipDocument: true, says: 'Which database should it be, Postgres or SQLite?' }

/** Their agents work until the end. */
const HELD: CommandName[] = ['start', 'runPhase', 'stop', 'resume', 'retry', 'recover', 'answer']

const world = new ProjectWorld({
  scenario: {
    overrides: [
      ...HELD.map((feature) => ({ feature, hold: 'gate' })),
      { feature: 'reset', exitCode: 1, skipDocument: true },
      { feature: 'answer', asks: 'Bash' },
      { feature: 'answerQuestions', ...ASKING },
    ],
  },
})
const trap = join(world.root, 'trap.json')
const callsFile = join(world.folders.lockDir, 'calls.jsonl')

let host: HostProcess | null = null
let client: HostClient | null = null

/** One host after another: the one that answers a repeated call is killed by the next call. */
async function open(): Promise<HostClient> {
  host = new HostProcess(world, { begin: null, trap, config: { concurrency: 50 } })
  await host.line('open')
  const address = readHostAddress(world.folders)
  if (address === null) throw new Error('the host has no address')
  client = await HostClient.connect(address, { WebSocket })
  return client
}

type Method = CommandName | ActingMethod

async function call<M extends Method>(
  method: M,
  input: RpcInput<M>,
  commandId: CommandId = newCommandId(),
): Promise<RpcReply<M>> {
  return (client ?? (await open())).call(method, input, { commandId })
}

async function accepted<M extends Method>(method: M, input: RpcInput<M>): Promise<void> {
  expect(await call(method, input)).toMatchObject({ ok: true })
}

/** The host dies where the trap is; returns when it is dead. */
async function killedIn<M extends Method>(
  method: M,
  input: RpcInput<M>,
  sprung: { id: CommandId; path: string; text: string },
): Promise<void> {
  client ??= await open()
  const { id, path, text } = sprung
  writeFileSync(trap, JSON.stringify({ act: 'write', path, text }))
  await expect(call(method, input, id)).rejects.toBeInstanceOf(HostGone)
  await host?.ended
  expect(existsSync(trap)).toBe(false)
  client.close()
  client = null
}

beforeAll(() => {
  execFileSync('git', ['init', '-q', '-b', 'main'], { cwd: world.folders.projectDir })
})

afterAll(async () => {
  client?.close()
  await host?.kill()
  await world[Symbol.asyncDispose]()
})

interface CommandCase<M extends CommandName> {
  /** What has happened to the item before; it has the name of the command. */
  before?: (item: WorkItem) => Promise<void>
  input: Omit<RpcInput<M>, 'item'>
  leaves: JournalType
}

async function started(item: WorkItem): Promise<void> {
  await accepted('start', { item, go: [], nogo: [] })
  await until(() => entriesOf(world, item, 'agent.started').length > 0)
}

async function stopped(item: WorkItem): Promise<void> {
  await started(item)
  await accepted('stop', { item })
}

const written = async (item: WorkItem): Promise<void> =>
  world.write(item, 'requirements.md', '# Requirements\n\nIt shall work.\n')

async function ended(item: WorkItem, type: 'run.failed' | 'run.paused'): Promise<void> {
  await accepted('start', { item, go: [], nogo: [] })
  await until(() => entriesOf(world, item, type).length > 0)
}

/** As if its run had been stopped in its release. */
async function released(item: WorkItem): Promise<void> {
  const before = world.journal(item)
  const [seq, time] = [before.length + 1, new Date().toISOString()]
  const common = { time, level: 'info', message: '', phase: 'deploy' }
  const work = {
    kind: 'check',
    name: 'deploy.command',
    command: ['true'],
    in: null,
    timeoutMs: 60_000,
    purpose: 'deploy-command',
    where: 'workspace',
  }
  const ids = { runId: 'run_1', stepId: 'check_1_1', attempt: 1, agentId: 'check_1_1_1' }
  const how = { agent: null, roundLimit: 7, mode: 'auto', replyMode: 'autofix' }
  const entries = [
    ...before,
    { seq, ...common, type: 'run.started', runId: 'run_1', ...how },
    { seq: seq + 1, ...common, type: 'check.started', ...ids, work, tree: null },
    { seq: seq + 2, ...common, type: 'run.paused', reason: 'user', detail: '' },
  ]
  world.wrote(item, entries.map((entry) => `${JSON.stringify(entry)}\n`).join(''))
}

/** Every command of the table: one that is missing does not compile. */
const COMMANDS: { [M in CommandName]: CommandCase<M> } = {
  start: { input: { go: [], nogo: ['design'] }, leaves: 'run.started' },
  runPhase: { input: { phase: 'requirements', fix: false }, leaves: 'run.started' },
  stop: { before: started, input: {}, leaves: 'run.paused' },
  resume: { before: stopped, input: {}, leaves: 'run.resumed' },
  retry: { before: stopped, input: { from: 'requirements' }, leaves: 'run.resumed' },
  recover: {
    before: async (item) => {
      await started(item)
      client?.close()
      client = null
      await host?.kill()
    },
    input: {},
    leaves: 'run.recovered',
  },
  reset: {
    before: (item) => ended(item, 'run.failed'),
    input: { andThen: 'start' },
    leaves: 'run.reset',
  },
  approve: { before: written, input: { phase: 'requirements' }, leaves: 'approval.granted' },
  reject: {
    before: written,
    input: { phase: 'requirements', reason: 'Too long.' },
    leaves: 'approval.revoked',
  },
  permit: { input: { go: [], nogo: ['design', 'tasks'] }, leaves: 'permission.changed' },
  choose: { input: { approvals: 'person' }, leaves: 'choices.changed' },
  chooseWorktree: { input: { on: false }, leaves: 'worktree.chosen' },
  settleRelease: {
    before: released,
    input: { hasRun: true },
    leaves: 'deploy.release-settled',
  },
  budget: { input: { usd: 3 }, leaves: 'budget.changed' },
  answer: {
    before: async (item) => {
      await accepted('start', { item, go: [], nogo: [], permission: 'ask' })
      await until(() => entriesOf(world, item, 'agent.asked').length > 0)
    },
    input: { answer: 'allow' },
    leaves: 'agent.answered',
  },
  answerQuestions: {
    before: (item) => ended(item, 'run.paused'),
    input: { answers: [{ key: 'agent', text: 'Take SQLite.' }] },
    leaves: 'answer.given',
  },
  tell: { input: { text: 'Be brief.', now: false }, leaves: 'instruction.added' },
}

const COUNTS: Partial<Record<CommandName, number>> = { permit: 2, recover: 2 }

describe('a command whose host is killed as its entry appears', () => {
  it.each(Object.keys(commandTable) as CommandName[])(
    'H7 gets its answer from the next host, and is in the journal once: %s',
    async (name) => {
      const item = await world.newSpec(name)
      const { before, input, leaves } = COMMANDS[name]
      await before?.(item)
      const known = world.journal(item).length
      const id = newCommandId()
      const sent = { item, ...input } as RpcInput<CommandName>
      const path = join(item.name, 'event-log.jsonl')
      await killedIn(name, sent, { id, path, text: `"${leaves}"` })
      const reply = await call(name, sent, id)
      const own = world.journal(item).slice(known)
      const [only, ...others] = own.filter(({ command }) => command?.id === id)
      expect(others).toEqual([])
      expect(reply).toEqual({ ok: true, value: only?.command?.answer })
      expect(own.filter(({ type }) => type === leaves)).toHaveLength(COUNTS[name] ?? 1)
      expect(await call(name, sent, id)).toEqual(reply)
    },
  )
})

interface ActingCase<M extends ActingMethod> {
  input: () => Promise<RpcInput<M>> | RpcInput<M>
  /** What there is of it afterwards: once. */
  count: () => number
  /** The answer where a repeated call cannot tell how far the first one got. */
  refused?: string
}

const SPEC = specNamed('acts')
const REF = `refs/sdd/saved/spec/${SPEC.name}/1`
const git = (...args: string[]): string =>
  execFileSync('git', args, { cwd: world.folders.projectDir, encoding: 'utf8' }).trim()
const dir = (...path: string[]): string => join(world.folders.projectDir, '.kiro', ...path)
const there = (path: string): number => (existsSync(path) ? 1 : 0)
const comments = (): { id: string; text: string }[] =>
  JSON.parse(readFileSync(join(world.specDir(SPEC), 'comments.json'), 'utf8')) as []
const said = (text: string): number => comments().filter((comment) => comment.text === text).length
const onLine = (text: string) => ({ line: 1, quote: 'x', text })
const CHECK = { name: 'lint', command: ['true'], in: null, timeoutMinutes: null }
const checks = (): number => {
  const file = dir('sdd-orchestrator.json')
  return existsSync(file) ? readFileSync(file, 'utf8').split('"lint"').length - 1 : 0
}

async function made(name: string): Promise<WorkItem> {
  return world.newSpec(name)
}

async function saved(): Promise<{ ref: string }> {
  git('update-ref', REF, 'HEAD')
  return { ref: REF }
}

/** Every call that acts: one that is missing does not compile. */
const ACTS: { [M in ActingMethod]: ActingCase<M> } = {
  create: {
    input: () => ({ item: specNamed('made'), description: 'New.', language: null }),
    count: () => world.journal(specNamed('made')).length,
  },
  saveDocument: {
    input: () => ({ item: SPEC, document: 'requirements.md', text: '# New\n', base: null }),
    count: () => there(join(world.specDir(SPEC), 'requirements.md')),
  },
  comment: {
    input: () => ({ item: SPEC, document: 'requirements.md', ...onLine('Why?') }),
    count: () => said('Why?'),
  },
  commentOnCode: {
    input: () => ({ item: SPEC, file: 'a.txt', side: 'new', ...onLine('How?') }),
    count: () => said('How?'),
  },
  deleteComment: {
    input: () => ({ item: SPEC, id: comments()[0]?.id ?? '' }),
    count: () => comments().length,
  },
  ask: {
    input: () => ({ about: SPEC, text: 'What is it?' }),
    count: () => readTurns(world.folders, SPEC).length,
  },
  saveSteering: {
    input: () => ({ name: 'product.md', text: '# Product\n', base: null }),
    count: () => there(dir('steering', 'product.md')),
  },
  restoreSaved: {
    input: saved,
    count: () => git('for-each-ref', 'refs/heads/saved').split('\n').length,
  },
  restoreSavedTo: {
    input: async () => ({ ...(await saved()), dir: join(world.root, 'restored') }),
    count: () => there(join(world.root, 'restored', 'a.txt')),
    refused: 'FOLDER_NOT_EMPTY',
  },
  dropSaved: {
    input: saved,
    count: () => (git('for-each-ref', 'refs/sdd/saved') === '' ? 1 : 0),
  },
  archive: {
    input: async () => ({ item: await made('archived') }),
    count: () => readdirSync(dir('archive')).length,
  },
  deleteSpec: {
    input: async () => ({ item: await made('deleted') }),
    count: () => readdirSync(dir('runtime', 'trash')).length,
  },
  restore: {
    input: async () => {
      await accepted('archive', { item: await made('restored') })
      return { id: 'restored' }
    },
    count: () => there(world.specDir(specNamed('restored'))),
  },
  addCheck: { input: () => ({ check: CHECK }), count: checks },
  removeCheck: { input: () => ({ name: 'lint' }), count: () => 1 - checks() },
}

describe('a call that acts, whose host is killed when it has acted', () => {
  beforeAll(async () => {
    writeFileSync(join(world.folders.projectDir, 'a.txt'), 'a\n')
    git('add', 'a.txt')
    git('-c', 'user.name=a', '-c', 'user.email=a@b', 'commit', '-qm', 'first')
    await made(SPEC.name)
  })

  it.each(Object.keys(ACTS) as ActingMethod[])(
    'H7 gets its answer from the next host, and has acted once: %s',
    async (method) => {
      const { input, count, refused } = ACTS[method]
      const sent = (await input()) as RpcInput<ActingMethod>
      const id = newCommandId()
      await killedIn(method, sent, { id, path: 'calls.jsonl', text: '"answer"' })
      // As if it had died a moment earlier, when the act was done and the answer not yet kept.
      const lines = readFileSync(callsFile, 'utf8').trim().split('\n')
      writeFileSync(callsFile, `${lines.slice(0, -1).join('\n')}\n`)
      const reply = await call(method, sent, id)
      expect(reply).toMatchObject(
        refused === undefined ? { ok: true } : { ok: false, error: { code: refused } },
      )
      expect(count()).toBe(1)
      expect(await call(method, sent, id)).toEqual(reply)
      expect(count()).toBe(1)
    },
  )

  it('H7 gets the very answer that the host before had kept', async () => {
    const sent = { item: await made('kept') }
    const id = newCommandId()
    await killedIn('archive', sent, { id, path: 'calls.jsonl', text: '"answer"' })
    await made('kept')
    expect(await call('archive', sent, id)).toEqual({ ok: true, value: null })
    expect(existsSync(world.specDir(sent.item))).toBe(true)
  })
})
