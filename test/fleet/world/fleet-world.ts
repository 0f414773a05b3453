import { execFileSync, spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { vi } from 'vitest'
import type { CalledBy } from '../../../src/contracts/called-by.ts'
import { agentIdSchema } from '../../../src/contracts/ids.ts'
import type { JournalEntry } from '../../../src/contracts/journal.ts'
import type { Phase } from '../../../src/contracts/phases.ts'
import {
  bugItem,
  specNamed,
  type BugItem,
  type SpecItem,
  type WorkItem,
} from '../../../src/contracts/work-item.ts'
import { Coordinator } from '../../../src/fleet/coordinator.ts'
import { enrol, makeCode, type Enrolled } from '../../../src/fleet/gateway/worker-keys.ts'
import { entriesAfter } from '../../../src/fleet/journal/journal-rows.ts'
import { LEASE_SECONDS } from '../../../src/fleet/jobs/lease-seconds.ts'
import { importItem } from '../../../src/fleet/moving/import-item.ts'
import { idOf } from '../../../src/fleet/runs/item-row.ts'
import { connectGateway, type GatewayCalls } from '../../../src/fleet/worker/gateway-client.ts'
import { Worker } from '../../../src/fleet/worker/worker.ts'
import { WorkerTrust } from '../../../src/fleet/worker/worker-trust.ts'
import { agentMark } from '../../../src/host/agents/process/agent-mark.ts'
import { processTable } from '../../../src/host/agents/process/process-table.ts'
import { realFiles } from '../../../src/host/files/durable-files.ts'
import { createItem } from '../../../src/host/items/create-item.ts'
import { foldersOf } from '../../../src/host/project/folders.ts'
import {
  createMockCli,
  type MockCall,
  type MockCli,
} from '../../../src/testkit/mock-cli/mock-cli.ts'
import type { MockScenario } from '../../../src/testkit/mock-cli/scenario-script.ts'
import { scriptRun } from '../../../src/testkit/script-run.ts'
import { FleetDatabase } from './fleet-database.ts'
import { PROGRAM } from './program.ts'
import { WAIT } from './wait.ts'

const PROJECT = 'shop'
const PERSON: CalledBy = { kind: 'person', via: 'cli' }

/** Nothing here outlives the machine: git need not wait for the disk, nor clean up. */
const GIT_CONFIG = `[core]
  fsync = none
[maintenance]
  auto = false
[receive]
  autogc = false
`

const ENDS: ReadonlySet<string> = new Set(['run.failed', 'run.paused', 'run.completed'])

/** A database, a repository that everyone can reach, and coordinators that come and go. */
export class FleetWorld implements AsyncDisposable {
  readonly root = mkdtempSync(join(tmpdir(), 'sdd-fleet-'))
  readonly repository = join(this.root, 'shop.git')
  readonly database: FleetDatabase
  readonly mock: MockCli
  readonly #coordinators = new Set<Coordinator>()
  #made = 0
  readonly #processes: ChildProcess[] = []
  readonly #workers: { worker: Worker; calls: GatewayCalls }[] = []
  readonly #leaseSeconds: number
  readonly errors: unknown[] = []

  private constructor(database: FleetDatabase, scenario: MockScenario, leaseSeconds = 60) {
    this.database = database
    this.#leaseSeconds = leaseSeconds
    this.mock = createMockCli(join(this.root, 'mock'), scenario)
  }

  /** Has its own home and state folders, so nothing of whoever runs the tests is touched. */
  get env(): NodeJS.ProcessEnv {
    return {
      PATH: process.env['PATH'],
      HOME: this.root,
      XDG_STATE_HOME: join(this.root, 'state'),
      XDG_CONFIG_HOME: join(this.root, 'config'),
      ...scriptRun(),
      ...this.mock.env,
    }
  }

  static async make(
    settings: object = {},
    scenario: MockScenario = {},
    more: MoreWorld = {},
  ): Promise<FleetWorld> {
    const database = await FleetDatabase.make(more.server)
    const world = new FleetWorld(database, scenario, more.leaseSeconds)
    writeFileSync(join(world.root, '.gitconfig'), GIT_CONFIG)
    const seed = join(world.root, 'seed')
    mkdirSync(seed)
    world.git(seed, 'init', '--quiet', '--initial-branch=main')
    writeFileSync(join(seed, 'README.md'), '# Shop\n')
    world.git(seed, 'add', '.')
    world.git(seed, 'commit', '--quiet', '-m', 'The shop')
    world.git(world.root, 'clone', '--quiet', '--bare', 'seed', 'shop.git')
    await world.database.pool.query(
      'insert into sdd.projects (id, repository, base, settings) values ($1, $2, $3, $4)',
      [PROJECT, world.repository, 'main', JSON.stringify(settings)],
    )
    return world
  }

  git(cwd: string, ...args: string[]): string {
    const who = ['-c', 'user.name=A person', '-c', 'user.email=person@example.com']
    return execFileSync('git', [...who, ...args], { cwd, encoding: 'utf8' }).trim()
  }

  /** As in another process: with its own connections, queues and gateway. */
  async coordinator({
    address = '127.0.0.1',
    leaseSeconds,
  }: MoreCoordinator = {}): Promise<Coordinator> {
    const coordinator = await Coordinator.start({
      database: this.database.url,
      folder: join(this.root, `coordinator-${this.#made++}`),
      address,
      port: 0,
      env: this.env,
      reportError: (error) => this.errors.push(error),
      leaseSeconds: leaseSeconds ?? this.#leaseSeconds,
    })
    this.#coordinators.add(coordinator)
    return coordinator
  }

  async close(coordinator: Coordinator): Promise<void> {
    if (this.#coordinators.delete(coordinator)) await coordinator[Symbol.asyncDispose]()
  }

  newSpec(name: string): Promise<SpecItem> {
    return this.#newItem(specNamed(name))
  }

  /** Takes four steps instead of eight, for tests that begin with code. */
  newQuick(name: string): Promise<SpecItem> {
    return this.#newItem(specNamed(name), true)
  }

  newBug(name: string): Promise<BugItem> {
    return this.#newItem(bugItem(specNamed(name).name))
  }

  /** Made in a checkout and imported. */
  async #newItem<I extends WorkItem>(item: I, isQuick = false): Promise<I> {
    const folders = foldersOf(join(this.root, `checkout-${item.name}`), {
      XDG_STATE_HOME: this.root,
    })
    const created = await createItem(folders, realFiles, {
      item,
      description: 'A small feature',
      language: 'en',
      at: new Date().toISOString(),
      calledBy: PERSON,
      isQuick,
    })
    if (!created.ok) throw new Error(JSON.stringify(created.error))
    await importItem(this.database.pool, { project: PROJECT, item, folders, env: this.env })
    return item
  }

  ref(item: WorkItem): { project: string; item: WorkItem } {
    return { project: PROJECT, item }
  }

  /** As it is in the database now, or only the entries after that number. */
  async journal(item: WorkItem, after = 0): Promise<JournalEntry[]> {
    const id = await idOf(this.database.pool, this.ref(item))
    return entriesAfter(this.database.pool, id ?? 0, after)
  }

  async types(item: WorkItem): Promise<string[]> {
    return (await this.journal(item)).map(({ type }) => type)
  }

  async enrol(name: string, pools = ['default']): Promise<Enrolled> {
    const code = await makeCode(this.database.pool, pools)
    const enrolled = await enrol(this.database.pool, { code, name })
    if (enrolled === null) throw new Error('not enrolled')
    return enrolled
  }

  /** In this process, over a connection of its own. */
  async worker({ url }: { url: string }, name: string, more: MoreWorker = {}): Promise<AtWork> {
    const { id, key } = await this.enrol(name, more.pools)
    const calls = connectGateway(url, key)
    const worker = new Worker({
      calls,
      folder: join(this.root, name),
      slots: more.slots ?? 2,
      env: { ...this.env, ...more.env },
      trust: new WorkerTrust({
        folder: join(this.root, name),
        allowsCommands: more.allowsCommands ?? true,
      }),
      reportError: (error) => void (isCutOff(error) || this.errors.push(error)),
      leaseMs: more.leaseMs ?? this.#leaseSeconds * 800,
    })
    this.#workers.push({ worker, calls })
    return { id, key, worker }
  }

  /** A real program, like `sdd worker`: it can be killed. */
  async workerProcess(
    { url }: { url: string },
    name: string,
    { prefix = [], options = ['--allow-commands'] }: WorkerProcess = {},
  ): Promise<ChildProcess> {
    const code = await makeCode(this.database.pool, ['default'])
    const args = [PROGRAM, 'worker', '--url', url, '--code', code, '--name', name, ...options]
    const env = { ...this.env, XDG_STATE_HOME: join(this.root, `state-${name}`) }
    const [command = '', ...rest] = [...prefix, process.execPath, ...args]
    const child = spawn(command, rest, { env, stdio: ['ignore', 'pipe', 'inherit'] })
    this.#processes.push(child)
    await nextOutput(child)
    return child
  }

  /** A real program, like `sdd coordinator`. */
  async coordinatorProcess(port = 0): Promise<{ url: string; child: ChildProcess }> {
    const args = [PROGRAM, '--json', 'coordinator', '--port', String(port)]
    const env = { ...this.env, SDD_DATABASE: this.database.url }
    const child = spawn(process.execPath, args, { env, stdio: ['ignore', 'pipe', 'ignore'] })
    this.#processes.push(child)
    return { child, url: (JSON.parse(await nextOutput(child)) as { url: string }).url }
  }

  /** Without the calls by which a worker finds out what is installed. */
  agentCalls(): MockCall[] {
    return this.mock.calls().filter(({ agentId }) => agentId !== 'none')
  }

  /** Living processes of the agents of this world, on whichever worker. */
  agentProcesses(): number[] {
    const agents = this.agentCalls().map(({ agentId }) => agentIdSchema.parse(agentId))
    const alive = new Set(processTable.agentsAlive(new Set(agents)))
    return agents.flatMap((agentId) => {
      // This searches all processes of the computer, so it is done only for living agents.
      const rows = alive.has(agentId) ? processTable.rows(agentMark(agentId)) : []
      return rows.filter((row) => row.isMarked).map((row) => row.pid)
    })
  }

  start(
    { runs }: Coordinator,
    item: WorkItem,
    nogo: Phase[] | { go: Phase[]; nogo?: Phase[] } = [],
  ) {
    const chosen = Array.isArray(nogo) ? { go: [], nogo } : { nogo: [], ...nogo }
    return runs.command(this.ref(item), { type: 'start', item, ...chosen, calledBy: PERSON })
  }

  /** Resolves with the first entry of that type; rejects when the run ends otherwise. */
  async entry(item: WorkItem, type: JournalEntry['type']): Promise<JournalEntry> {
    let read = 0
    const found = await vi.waitFor(async () => {
      const entries = await this.journal(item, read)
      read = entries.at(-1)?.seq ?? read
      const entry = entries.findLast((one) => one.type === type || ENDS.has(one.type))
      if (entry === undefined) throw new Error(`no ${type} of ${item.name} in time`)
      return entry
    }, WAIT)
    if (found.type !== type) throw new Error(`${item.name}: ${found.message}`)
    return found
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.mock.close()
    for (const child of this.#processes) {
      if (child.exitCode !== null || child.signalCode !== null) continue
      const exit = once(child, 'exit')
      child.kill('SIGKILL')
      await exit
    }
    for (const { worker } of this.#workers) await worker.stop()
    for (const { calls } of this.#workers) await calls.close()
    for (const coordinator of this.#coordinators) await this.close(coordinator)
    await this.database[Symbol.asyncDispose]()
    rmSync(this.root, { recursive: true, force: true })
  }
}

/** On a slow machine a connection may be taken for dead and replaced. */
const isCutOff = (error: unknown): boolean =>
  error instanceof Error && (error.cause as Partial<Event> | undefined)?.type === 'close'

/** What the program prints next; rejects when it ends without output. */
export async function nextOutput(child: ChildProcess): Promise<string> {
  if (child.stdout === null) throw new Error('its output goes elsewhere')
  const gone = once(child, 'exit').then(([code]) => `it ended with ${code}`)
  const next = await Promise.race([once(child.stdout, 'data'), gone])
  if (typeof next === 'string') throw new Error(next)
  return String(next[0])
}

interface MoreWorld {
  server?: string
  /** Long by default, so that no lease ends because the machine is slow. */
  leaseSeconds?: number
}

/** As in a real fleet: for tests of lost workers, and for workers that are separate programs. */
export const REAL_LEASE = { leaseSeconds: LEASE_SECONDS }

interface MoreCoordinator {
  address?: string
  leaseSeconds?: number
}

interface WorkerProcess {
  /** A command that runs a program elsewhere. */
  prefix?: readonly string[]
  options?: readonly string[]
}

interface MoreWorker {
  pools?: string[]
  slots?: number
  leaseMs?: number
  env?: NodeJS.ProcessEnv
  /** False: its user has decided on nothing yet. */
  allowsCommands?: boolean
}

interface AtWork extends Enrolled {
  worker: Worker
}
