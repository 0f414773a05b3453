import { createHash } from 'node:crypto'
import { projectIdSchema, type AgentId, type ProjectId } from '../../contracts/ids.ts'
import type { News } from '../../contracts/rpc.ts'
import { HostEvents } from '../../host/host-events.ts'
import type { HostCalls, Served, ServedProject } from '../../host/server/served.ts'
import { listProjects, type FleetProject as ProjectRow } from '../administration.ts'
import { Listening } from '../database/listening.ts'
import { shownAddress } from '../../host/git/repository-address.ts'
import type { OpenedRuns } from '../open-runs.ts'
import { agentsNamed } from './agent-rows.ts'
import { FleetProject } from './fleet-project.ts'
import { fleetCalls } from './fleet-calls.ts'
import { Gathered } from './gathered.ts'
import { WORKERS_CHANNEL } from './workers.ts'

/** Announcements may be lost with a connection: how often everything is looked at again. */
const BACKSTOP_MS = 5000

export interface ServedParts extends Pick<OpenedRuns, 'pool' | 'runs' | 'commits' | 'mirrors'> {
  database: string
  env: NodeJS.ProcessEnv
  now: () => Date
  reportError: (error: unknown) => void
}

/** All projects of a fleet, behind the same server that serves one machine's. */
export class FleetServed implements Served, AsyncDisposable {
  readonly calls: HostCalls
  readonly #parts: ServedParts
  readonly #projects = new Map<ProjectId, FleetProject>()
  readonly #news = new HostEvents<News>()
  readonly #outputs = new Map<AgentId, Set<() => void>>()
  readonly #items = new Gathered((ids) => this.#inBackground(this.#announced(ids)))
  readonly #agents = new Gathered((ids) => this.#inBackground(this.#agentsChanged(ids)))
  #listening: Listening | null = null
  #backstop: NodeJS.Timeout | undefined

  private constructor(parts: ServedParts) {
    this.#parts = parts
    this.calls = fleetCalls({
      ...parts,
      projects: () => [...this.#projects.values()].map(({ info }) => info),
    })
  }

  static async open(parts: ServedParts): Promise<FleetServed> {
    const served = new FleetServed(parts)
    await served.#readProjects()
    served.#listening = await Listening.open(parts.database, {
      channels: ['sdd_journal', 'sdd_agent', 'sdd_output', 'sdd_projects', WORKERS_CHANNEL],
      heard: (channel, payload) => served.#heard(channel, payload),
      connected: () => served.#lookAtAll(),
    })
    served.#backstop = setInterval(() => served.#lookAtAll(), BACKSTOP_MS)
    return served
  }

  project(id: ProjectId): ServedProject | null {
    return this.#projects.get(id) ?? null
  }

  subscribe(listener: (news: News) => void): () => void {
    return this.#news.subscribe(listener)
  }

  async [Symbol.asyncDispose](): Promise<void> {
    clearInterval(this.#backstop)
    this.#items.close()
    this.#agents.close()
    await this.#listening?.[Symbol.asyncDispose]()
  }

  #heard(channel: string, payload: string): void {
    switch (channel) {
      case 'sdd_journal':
        return this.#items.add(payload)
      case 'sdd_agent':
        return this.#agents.add(payload)
      case 'sdd_output':
        for (const wake of this.#outputs.get(payload as AgentId) ?? []) wake()
        return
      case 'sdd_projects':
        return this.#inBackground(this.#readProjects())
      default:
        return this.#news.emit({ project: null, event: { type: 'workers-changed' } })
    }
  }

  /** Projects that nobody looks at need no news. */
  get #lookedAt(): FleetProject[] {
    return [...this.#projects.values()].filter(({ isLookedAt }) => isLookedAt)
  }

  async #announced(items: readonly string[]): Promise<void> {
    if (this.#lookedAt.length === 0) return
    const { rows } = await this.#parts.pool.query<{ id: number; project: string }>(
      'select id, project from sdd.items where id = any ($1)',
      [items],
    )
    const projects = new Map(rows.map(({ id, project }) => [id, project]))
    const looks = items.flatMap((text) => {
      const project = projects.get(Number(text))
      const known = project === undefined ? undefined : this.#projects.get(idOf(project))
      // An item that no longer exists may have belonged to any project.
      const concerned = project === undefined ? this.#lookedAt : known ? [known] : []
      return concerned.map((one) => one.announced(Number(text)))
    })
    await Promise.all(looks)
  }

  async #agentsChanged(agentIds: readonly string[]): Promise<void> {
    for (const agentId of agentIds)
      for (const wake of this.#outputs.get(agentId as AgentId) ?? []) wake()
    if (this.#lookedAt.length === 0) return
    for (const { project, agent } of await agentsNamed(this.#parts.pool, agentIds)) {
      const shown = this.#projects.get(idOf(project))
      if (shown?.isLookedAt === true) shown.reported({ type: 'agent', agent })
    }
  }

  #lookAtAll(): void {
    this.#inBackground(this.#readProjects())
    for (const project of this.#projects.values()) this.#inBackground(project.missedNews())
    for (const wakes of this.#outputs.values()) for (const wake of wakes) wake()
  }

  async #readProjects(): Promise<void> {
    const rows = await listProjects(this.#parts.pool)
    const ids = new Set(rows.map(({ id }) => idOf(id)))
    let isChanged = false
    for (const id of this.#projects.keys())
      if (!ids.has(id)) isChanged = this.#projects.delete(id) || isChanged
    for (const row of rows) {
      const known = this.#projects.get(idOf(row.id))
      if (known?.info.dir === shownAddress(row.repository)) continue
      this.#add(row)
      isChanged = true
    }
    if (isChanged) this.#news.emit({ project: null, event: { type: 'projects-changed' } })
  }

  #add({ id, repository }: ProjectRow): void {
    const info = { id: idOf(id), name: id, dir: shownAddress(repository) }
    const onOutput = (agentId: AgentId, wake: () => void) => this.#onOutput(agentId, wake)
    const project = new FleetProject({ ...this.#parts, id, info, onOutput })
    project.subscribe((event) => this.#news.emit({ project: info.id, event }))
    this.#projects.set(info.id, project)
  }

  #onOutput(agentId: AgentId, wake: () => void): () => void {
    const wakes = this.#outputs.get(agentId) ?? new Set()
    this.#outputs.set(agentId, wakes.add(wake))
    return () => {
      wakes.delete(wake)
      if (wakes.size === 0 && this.#outputs.get(agentId) === wakes) this.#outputs.delete(agentId)
    }
  }

  /** What the database fails to answer now is looked at again in the next round. */
  #inBackground(act: Promise<void>): void {
    act.catch(this.#parts.reportError)
  }
}

const idOf = (project: string): ProjectId =>
  projectIdSchema.parse(
    `p_${createHash('sha256').update(`fleet ${project}`).digest('hex').slice(0, 12)}`,
  )
