import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { CalledBy } from '../../src/contracts/called-by.ts'
import type { JournalEntry } from '../../src/contracts/journal.ts'
import { specNamed, type SpecItem } from '../../src/contracts/work-item.ts'
import { CommitDocuments } from '../../src/fleet/git/commit-documents.ts'
import { Mirrors } from '../../src/fleet/git/mirrors.ts'
import { AttemptCalls } from '../../src/fleet/gateway/attempt-calls.ts'
import { Jobs } from '../../src/fleet/jobs/jobs.ts'
import { entriesAfter } from '../../src/fleet/journal/journal-rows.ts'
import { importItem } from '../../src/fleet/moving/import-item.ts'
import { FleetRuns, type FleetEvent } from '../../src/fleet/runs/fleet-runs.ts'
import { idOf } from '../../src/fleet/runs/item-row.ts'
import { realFiles } from '../../src/host/files/durable-files.ts'
import { HostEvents } from '../../src/host/host-events.ts'
import { createItem } from '../../src/host/items/create-item.ts'
import { foldersOf } from '../../src/host/project/folders.ts'
import { Worker } from '../../src/fleet/worker/worker.ts'
import { FleetDatabase } from './fleet-database.ts'

const PROJECT = 'shop'
const PERSON: CalledBy = { kind: 'person', via: 'cli' }

/** A database, a repository that everyone can reach, and coordinators that come and go. */
export class FleetWorld implements AsyncDisposable {
  readonly root = mkdtempSync(join(tmpdir(), 'sdd-fleet-'))
  readonly repository = join(this.root, 'shop.git')
  readonly database: FleetDatabase
  readonly #jobs: Jobs[] = []
  readonly #workers: Worker[] = []
  readonly errors: unknown[] = []

  private constructor(database: FleetDatabase) {
    this.database = database
  }

  static async make(settings: object = {}): Promise<FleetWorld> {
    const world = new FleetWorld(await FleetDatabase.make())
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

  /** As another process has it. */
  async coordinator(): Promise<Coordinator> {
    const { pool, url } = this.database
    const jobs = await Jobs.start(url, (error) => this.errors.push(error))
    this.#jobs.push(jobs)
    const mirrors = new Mirrors(join(this.root, `mirrors-${this.#jobs.length}`), process.env)
    const commits = new CommitDocuments(mirrors)
    const events = new HostEvents<FleetEvent>()
    const now = (): Date => new Date()
    const runs = new FleetRuns({ pool, jobs, commits, events, now })
    await jobs.hear({
      news: (job, done) => runs.news(job, done),
      lost: (job, done) => runs.lost(job, done),
    })
    return { runs, calls: new AttemptCalls({ pool, jobs, runs, now }), events }
  }

  /** A new spec, made in a checkout and taken in. */
  async newSpec(name: string): Promise<SpecItem> {
    const item = specNamed(name)
    const folders = foldersOf(join(this.root, `checkout-${name}`), { XDG_STATE_HOME: this.root })
    const created = await createItem(folders, realFiles, {
      item,
      description: 'A small feature',
      language: 'en',
      at: new Date().toISOString(),
      calledBy: PERSON,
      isQuick: false,
    })
    if (!created.ok) throw new Error(JSON.stringify(created.error))
    await importItem(this.database.pool, { project: PROJECT, item, folders, head: null })
    return item
  }

  ref(item: SpecItem): { project: string; item: SpecItem } {
    return { project: PROJECT, item }
  }

  async journal(item: SpecItem): Promise<JournalEntry[]> {
    const id = await idOf(this.database.pool, this.ref(item))
    return entriesAfter(this.database.pool, id ?? 0, 0)
  }

  async types(item: SpecItem): Promise<string[]> {
    return (await this.journal(item)).map(({ type }) => type)
  }

  /** In this process, and without a connection: what it asks goes to the coordinator directly. */
  worker({ calls }: Coordinator, name: string, env: NodeJS.ProcessEnv): Worker {
    const worker = new Worker({
      calls: {
        claim: () => calls.claim({ id: name, pools: ['default'] }),
        touch: (agentIds) => calls.touch(name, agentIds),
        started: (agentId) => calls.started(name, agentId),
        asked: (agentId, question) => calls.asked(name, agentId, question),
        output: (agentId, part) => calls.output(name, agentId, part),
        ended: (agentId, result) => calls.ended(name, agentId, result),
        onTold: () => () => undefined,
      },
      folder: join(this.root, name),
      slots: 2,
      env,
      reportError: (error) => this.errors.push(error),
    })
    this.#workers.push(worker)
    return worker
  }

  start({ runs }: Coordinator, item: SpecItem) {
    return runs.command(this.ref(item), {
      type: 'start',
      item,
      go: [],
      nogo: [],
      calledBy: PERSON,
    })
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const worker of this.#workers) await worker.stop()
    for (const jobs of this.#jobs) await jobs[Symbol.asyncDispose]()
    await this.database[Symbol.asyncDispose]()
    rmSync(this.root, { recursive: true, force: true })
  }
}

export interface Coordinator {
  runs: FleetRuns
  calls: AttemptCalls
  events: HostEvents<FleetEvent>
}
