import {
  bugItem,
  sameItem,
  specNamed,
  type BugItem,
  type SpecItem,
  type WorkItem,
} from '../../contracts/work-item.ts'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { followRun } from '../../client/follow-run.ts'
import type { Config } from '../../core/settings/config-schema.ts'
import type { JournalEntry, JournalType } from '../../contracts/journal.ts'
import type { Notification } from '../../contracts/views/notification.ts'
import type { Rejection } from '../../contracts/rejections.ts'
import type { Result } from '../../contracts/result.ts'
import type { Begun } from '../../contracts/commands.ts'
import type { HostEvent } from '../../contracts/rpc.ts'
import type { RunResult } from '../../contracts/run-state.ts'
import type { SpecJson } from '../../contracts/spec-json.ts'
import { processTable } from '../../host/agents/process/process-table.ts'
import { RECORD_FILES } from '../../host/files/spec-json-file.ts'
import { createItem } from '../../host/items/create-item.ts'
import { realFiles, type DurableFiles } from '../../host/files/durable-files.ts'
import { errnoOf } from '../../host/files/errno.ts'
import { JOURNAL_FILE, readJournal } from '../../host/journal/journal-lines.ts'
import { ownCopyOf } from '../../host/journal/own-copy.ts'
import { openHost, type Host } from '../../host/main.ts'
import type { ProjectSet } from '../../host/project/project-set.ts'
import { foldersOf, prepareRuntime, itemDirOf } from '../../host/project/folders.ts'
import { settingsFrom } from '../../host/config/settings.ts'
import { createMockCli, type MockCli } from '../mock-cli/mock-cli.ts'
import { removeCgroups } from '../remove-cgroups.ts'
import { scriptRun } from '../script-run.ts'
import type { MockScenario } from '../mock-cli/scenario-script.ts'

export interface WorldOptions {
  scenario?: MockScenario
  config?: Config
  files?: DurableFiles
  now?: () => Date
}

type Entry<T extends JournalType> = Extract<JournalEntry, { type: T }>
type EntryEvent<T extends JournalType> = Extract<HostEvent, { type: 'entry' }> & { entry: Entry<T> }

/** A temp project with a real host and the mock CLI behind `claude`. */
export class ProjectWorld {
  readonly root = mkdtempSync(join(tmpdir(), 'sdd-world-'))
  readonly folders = foldersOf(join(this.root, 'project'), {
    XDG_STATE_HOME: join(this.root, 'state'),
  })
  readonly mock: MockCli
  readonly notifications: Notification[] = []
  readonly events: HostEvent[] = []
  /** Extra environment variables of the user. */
  more: NodeJS.ProcessEnv = {}
  readonly #options: WorldOptions
  #host: Host | null = null

  constructor(options: WorldOptions = {}) {
    this.#options = options
    prepareRuntime(this.folders)
    this.declare(options.config ?? {})
    this.mock = createMockCli(join(this.root, 'mock'), options.scenario)
  }

  /** Has its own user folders, so that those of whoever runs the tests stay untouched. */
  get env(): NodeJS.ProcessEnv {
    return {
      PATH: process.env['PATH'],
      XDG_STATE_HOME: join(this.root, 'state'),
      XDG_CONFIG_HOME: join(this.root, 'config'),
      ...scriptRun(),
      ...this.mock.env,
      ...this.more,
    }
  }

  /** Writes commands to the user's configuration, which is read again before each start. */
  declare({ checks, worktree, deploy }: Config): void {
    if (checks === undefined && worktree === undefined && deploy === undefined) return
    const folder = join(this.root, 'config', 'sdd-orchestrator')
    mkdirSync(folder, { recursive: true })
    writeFileSync(join(folder, 'config.json'), JSON.stringify({ checks, worktree, deploy }))
  }

  get host(): Host {
    if (this.#host === null) throw new Error('the world has no host')
    return this.#host
  }

  /** Opens the host in a project set of its own unless one is given. */
  async open(projects?: ProjectSet): Promise<Host> {
    const host = await openHost({
      ...(projects === undefined ? {} : { projects }),
      folders: this.folders,
      settings: settingsFrom({ exclusiveWorkingTree: false, ...this.#options.config }),
      env: this.env,
      files: this.#options.files ?? realFiles,
      ...(this.#options.now === undefined ? {} : { now: this.#options.now }),
    })
    if (host === null) throw new Error('another host is alive')
    host.subscribe((event) => {
      this.events.push(event)
      if (event.type === 'notification') this.notifications.push(event.notification)
    })
    this.#host = host
    return host
  }

  async closeHost(): Promise<void> {
    await this.#host?.close()
    this.#host = null
  }

  newSpec(name: string, description = 'A small feature'): Promise<SpecItem> {
    return this.#newItem(specNamed(name), { description })
  }

  newQuick(name: string): Promise<SpecItem> {
    return this.#newItem(specNamed(name), { description: 'A small change', isQuick: true })
  }

  newBug(name: string, description = 'It charges twice.'): Promise<BugItem> {
    return this.#newItem(bugItem(specNamed(name).name), { description })
  }

  async #newItem<I extends WorkItem>(
    item: I,
    how: { description: string; isQuick?: boolean },
  ): Promise<I> {
    const created = await createItem(this.folders, realFiles, {
      item,
      language: 'en',
      at: new Date().toISOString(),
      calledBy: { kind: 'auto-execution' },
      isQuick: false,
      ...how,
    })
    if (!created.ok) throw new Error(JSON.stringify(created.error))
    return item
  }

  /** Starts a run with `begin` and waits for its end. */
  async follow(name: WorkItem, begin: () => Promise<Result<Begun, Rejection>>): Promise<RunResult> {
    const followed = await followRun(this.host, { item: name, begin, observer: {} })
    if (!followed.ok) throw new Error(JSON.stringify(followed.error))
    return followed.value.result
  }

  run(name: WorkItem): Promise<RunResult> {
    return this.follow(name, () => this.host.coordinator.start(name))
  }

  resume(name: WorkItem): Promise<RunResult> {
    return this.follow(name, () => this.host.coordinator.resume(name))
  }

  journal(name: WorkItem): JournalEntry[] {
    return readJournal(this.specDir(name)).entries
  }

  types(name: WorkItem): string[] {
    return this.journal(name).map((entry) => entry.type)
  }

  specDir(name: WorkItem): string {
    return itemDirOf(this.folders, name)
  }

  spec(name: WorkItem): SpecJson {
    return JSON.parse(
      readFileSync(join(this.specDir(name), RECORD_FILES[name.kind]), 'utf8'),
    ) as SpecJson
  }

  write(name: WorkItem, file: string, text: string): void {
    writeFileSync(join(this.specDir(name), file), text)
  }

  /** An event log that a host of this computer wrote. */
  wrote(name: WorkItem, log: string): void {
    ownCopyOf(realFiles, this.folders, name).become(Buffer.from(log), [])
    this.write(name, JOURNAL_FILE, log)
  }

  read(name: WorkItem, file: string): string {
    return readFileSync(join(this.specDir(name), file), 'utf8')
  }

  /** Every live process that agents of this project have started. */
  processes(): number[] {
    const rows = processTable.rows(`SDD_PROJECT=${this.folders.projectDir}`)
    return rows.filter((row) => row.isMarked).map((row) => row.pid)
  }

  /** Kills them all; one may end with another. */
  killProcesses(): void {
    for (const pid of this.processes()) endProcess(pid)
  }

  /** Resolves with the first matching event, past or future. */
  event<T extends HostEvent>(fits: (event: HostEvent) => event is T): Promise<T> {
    const past = this.events.find(fits)
    if (past) return Promise.resolve(past)
    return new Promise((resolve) => {
      const leave = this.host.subscribe((event) => {
        if (!fits(event)) return
        leave()
        resolve(event)
      })
    })
  }

  /** Resolves with the first entry of that type, past or future. */
  async entry<T extends JournalType>(name: WorkItem, type: T): Promise<Entry<T>> {
    const { entry } = await this.event(
      (event): event is EntryEvent<T> =>
        event.type === 'entry' && sameItem(event.item, name) && event.entry.type === type,
    )
    return entry
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const live = (await this.#host?.coordinator.live()) ?? []
    for (const name of live) await this.#host?.coordinator.stop(name)
    this.mock.close()
    await this.closeHost()
    // A released agent may still be writing its last line.
    this.killProcesses()
    removeCgroups(this.folders)
    removeAll(this.root)
  }
}

export async function openWorld(options: WorldOptions = {}): Promise<ProjectWorld> {
  const world = new ProjectWorld(options)
  await world.open()
  return world
}

function endProcess(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch (error) {
    if (errnoOf(error) !== 'ESRCH') throw error
  }
}

/** Repeats until nothing is left: files may be created while the folder is being removed. */
function removeAll(path: string): void {
  for (;;) {
    try {
      return rmSync(path, { recursive: true, force: true })
    } catch (error) {
      if (errnoOf(error) !== 'ENOTEMPTY') throw error
    }
  }
}
