import { existsSync } from 'node:fs'
import { basename } from 'node:path'
import type { ProjectId } from '../../contracts/ids.ts'
import type { Rejection } from '../../contracts/rejections.ts'
import { err, ok, type Result } from '../../contracts/result.ts'
import type { News, ProjectInfo } from '../../contracts/rpc.ts'
import { hostCalls } from '../calls/host-calls.ts'
import { failureOf } from '../runs/failure-words.ts'
import { checkDescriptors } from '../files/descriptors.ts'
import { realFiles, type DurableFiles } from '../files/durable-files.ts'
import { Host, type HostParts } from '../host.ts'
import { HostEvents } from '../host-events.ts'
import { openSettings } from '../config/open-settings.ts'
import { foldersOf, prepareRuntime } from './folders.ts'
import { readHostAddress, takeHostLock, type HostLock } from './host-lock.ts'
import type { OpenProjects } from './open-projects.ts'
import { projectIdOf } from './project-id.ts'
import { noteRecent, readRecent, recentFile } from './recent.ts'
import { AccessStore, accessFilePath } from '../server/access-store.ts'
import { HostServer } from '../server/host-server.ts'
import { packageFile } from '../shell/package-files.ts'
import type { HostCalls, Served, ServedProject } from '../server/served.ts'
import { Turns } from '../runs/turns.ts'

export interface ProjectSetOptions {
  env: NodeJS.ProcessEnv
  ports?: number[]
  webDir?: string
  now?: () => Date
  files?: DurableFiles
  access?: AccessStore
}

/** A project that was open before; without a host when its folder is gone. */
interface Reopened {
  dir: string
  host: Result<Host, Rejection> | null
}

type ProjectlessNews = Extract<News, { project: null }>['event']['type']

/** All projects that are open in this process, behind one server. */
export class ProjectSet implements Served {
  readonly calls: HostCalls
  readonly env: NodeJS.ProcessEnv
  readonly #options: ProjectSetOptions
  readonly #files: DurableFiles
  readonly #now: () => Date
  readonly #hosts = new Map<ProjectId, Host>()
  readonly #news = new HostEvents<News>()
  readonly #opening = new Turns()
  #server: HostServer | null = null
  #listening: Promise<void> | null = null
  #current: ProjectId | null = null
  #memory: OpenProjects | null = null
  #isClosing = false

  constructor(options: ProjectSetOptions) {
    this.#options = options
    this.env = options.env
    this.#files = options.files ?? realFiles
    this.#now = options.now ?? (() => new Date())
    this.calls = hostCalls(this)
  }

  /** Starts listening, once. */
  listen(): Promise<void> {
    this.#listening ??= this.#listen()
    return this.#listening
  }

  /**
   * The only way to become the host of a project; null when another process is. Takes the lock
   * before the port: of many processes that wait to take over, only the one that does may take the
   * port of the crashed host. `isAlone` closes the whole set together with this project.
   */
  async take(parts: HostParts, isAlone = false): Promise<Host | null> {
    prepareRuntime(parts.folders)
    const lock = takeHostLock(parts.folders)
    if (lock === null) return null
    try {
      await this.listen()
      return this.#add(parts, lock, isAlone)
    } catch (error) {
      lock.release()
      throw error
    }
  }

  get server(): HostServer {
    if (this.#server === null) throw new Error('the projects are not served yet')
    return this.#server
  }

  get hosts(): Host[] {
    return [...this.#hosts.values()]
  }

  /** The project this process selected last. */
  get current(): Host | null {
    return this.host(this.#current)
  }

  get recent(): string[] {
    return readRecent(recentFile(this.env))
  }

  host(id: ProjectId | null): Host | null {
    return id === null ? null : (this.#hosts.get(id) ?? null)
  }

  project(id: ProjectId): ServedProject | null {
    const host = this.host(id)
    if (host === null) return null
    const openLog = host.agents.openLog.bind(host.agents)
    return { info: host.info, api: host, openLog }
  }

  subscribe(listener: (news: News) => void): () => void {
    return this.#news.subscribe(listener)
  }

  announce(type: ProjectlessNews): void {
    this.#news.emit({ project: null, event: { type } })
  }

  /** Makes this process the host of the project in `dir`, and selects the project. */
  open(dir: string): Promise<Result<Host, Rejection>> {
    return this.#opening.take('open', async () => {
      const opened = await this.#hostOf(dir)
      if (!opened.ok) return opened
      try {
        await this.#memory?.add(opened.value.info.dir)
        await this.#makeCurrent(opened.value)
        return opened
      } catch (error) {
        return err(failureOf(error).rejection)
      }
    })
  }

  /**
   * Reopens what was open when the previous such process ended, and remembers what is open from
   * then on.
   */
  async reopen(memory: OpenProjects): Promise<Reopened[]> {
    this.#memory = memory
    const reopened: Reopened[] = []
    for (const dir of memory.read()) {
      const isThere = existsSync(foldersOf(dir, this.env).kiroDir)
      if (!isThere) await memory.remove(dir)
      const host = isThere ? await this.#opening.take('open', () => this.#hostOf(dir)) : null
      reopened.push({ dir, host })
    }
    return reopened
  }

  #add(parts: HostParts, lock: HostLock, alone: boolean): Host {
    const { projectDir } = parts.folders
    const id = projectIdOf(projectDir)
    const info: ProjectInfo = { id, dir: projectDir, name: basename(projectDir) || projectDir }
    const { port, token } = this.server
    lock.publish({ port, token, project: id, startedAt: this.#now().toISOString() })
    const host = new Host(parts, {
      info,
      isAlone: alone,
      followers: () => this.server.followers(id),
      leave: () => (alone ? this.#leaveAlone(id) : this.#leave(id)),
      release: () => lock.release(),
      isLockHeld: () => lock.isHeld(),
      presenceChanged: () => this.announce('projects-changed'),
    })
    this.#hosts.set(id, host)
    this.#current ??= id
    host.subscribe((event) => this.#news.emit({ project: id, event }))
    this.announce('projects-changed')
    return host
  }

  async close(): Promise<void> {
    this.#isClosing = true
    await this.#server?.close()
    for (const host of this.hosts) await host.close()
  }

  async #listen(): Promise<void> {
    checkDescriptors()
    const { env, ports, webDir = builtPage(), now } = this.#options
    const access = this.#options.access ?? new AccessStore(accessFilePath(env), now ? { now } : {})
    this.#server = await HostServer.start({
      served: this,
      access,
      webDir,
      ...(ports ? { ports } : {}),
      ...(now ? { now } : {}),
    })
  }

  async #hostOf(dir: string): Promise<Result<Host, Rejection>> {
    try {
      const host = this.host(projectIdOf(dir)) ?? (await this.#openNew(dir))
      if (host !== null) return ok(host)
      const pid = readHostAddress(foldersOf(dir, this.env))?.pid ?? null
      return err({ code: 'PROJECT_ELSEWHERE', dir, pid })
    } catch (error) {
      return err(failureOf(error).rejection)
    }
  }

  #openNew(dir: string): Promise<Host | null> {
    const folders = foldersOf(dir, this.env)
    const settings = openSettings(folders.projectDir, this.env)
    const { now } = this.#options
    return this.take({ folders, settings, env: this.env, files: this.#files, ...(now && { now }) })
  }

  async #makeCurrent({ info }: Host): Promise<void> {
    this.#current = info.id
    await noteRecent(this.#files, recentFile(this.env), info.dir)
    this.announce('projects-changed')
  }

  async #leave(id: ProjectId): Promise<void> {
    const dir = this.host(id)?.info.dir
    this.#hosts.delete(id)
    if (dir !== undefined && !this.#isClosing) await this.#memory?.remove(dir)
    if (this.#current === id) this.#current = this.hosts.at(-1)?.info.id ?? null
    this.announce('projects-changed')
  }

  async #leaveAlone(id: ProjectId): Promise<void> {
    // Close the server first: a call must find no server rather than one without the project.
    await this.server.close()
    await this.#leave(id)
    for (const host of this.hosts) await host.close()
  }
}

const builtPage = (): string => packageFile('dist', 'web')
