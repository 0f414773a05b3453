import type { ChildProcess } from 'node:child_process'
import { existsSync } from 'node:fs'
import type { AgentInfo, AgentOutcome, PermissionAnswer } from '../../contracts/launch/agent.ts'
import type { AgentId } from '../../contracts/ids.ts'
import type { LogStream } from '../../contracts/log-streams.ts'
import { type Adoption, concludeTrace, traceAgent } from './adoption.ts'
import {
  type AgentFolder,
  agentFolder,
  olderAgentFolder,
  readOutcomeFile,
  readRecord,
  type Runtime,
  shownAgentFolder,
  writeOutcomeFile,
} from './folder/agent-folder.ts'
import { byStart, endedInfo, keyOfRecord } from './folder/agent-info.ts'
import { AgentWatch } from './agent-watch.ts'
import { agentIdsOnDisk, lineReaderOf, readFromDisk } from './folder/agents-on-disk.ts'
import { writeAnswer } from './folder/answer-file.ts'
import { builtBridge } from './drivers/bridge.ts'
import { cgroupsIn } from './process/cgroups/agent-cgroup.ts'
import { findCgroupHome } from './process/cgroups/cgroup-home.ts'
import type { Drivers, Env } from './drivers/driver.ts'
import { type LaunchRequest, prepareLaunch } from './launch/launch-agent.ts'
import { type CheckLaunch, prepareCheck } from './launch/launch-check.ts'
import { AgentStartError, type PreparedLaunch } from './launch/launch-process.ts'
import { LogReader } from './logs/log-reader.ts'
import { bareOutcome } from './logs/outcome.ts'
import { settingsFrom } from '../config/settings.ts'
import { type AgentStatusListener, StatusListeners } from './status-listeners.ts'
import { processTable } from './process/process-table.ts'
import { stopTree } from './process/stop-tree.ts'
import type { WatchedAgent } from './watched-agent.ts'

const DEFAULTS = settingsFrom({})

export type AgentRegistryOptions = Times &
  Runtime & {
    drivers: Drivers
    /** The environment that agents inherit. */
    env: Env
    /** The program that talks to agents over pipes. */
    bridgeProgram?: string
    /** Where agents get their control groups; null: none, undefined: detect it. */
    cgroupHome?: string | null
    now?: () => Date
    pollMs?: number
    reportError?: (error: unknown) => void
    /** Called before a process is started, or taken over from an earlier host. */
    beforeWork?: () => void
  }

/** Read again at every use: the user may change them while agents work. */
type Times = {
  /** Silence after which an agent is shown as hanging; it is not killed. */
  readonly hangAfterMs?: number
  /** How long to wait after SIGTERM before SIGKILL. */
  readonly graceMs?: number
  /** How long an agent may stay silent after its terminal event before it is ended. */
  readonly lingerMs?: number
}

export type PreparedAgent = { start: () => AgentInfo }

const REMEMBERED = 300
/** A completed agent with a shorter log gets no outcome file: it is quickly derived again. */
const QUICK_LOG_BYTES = 64 * 1024

/** The one place that starts agents and knows their status. Does not keep the process alive. */
export class AgentRegistry {
  readonly #options: Required<AgentRegistryOptions>
  readonly #listeners: StatusListeners
  readonly #watch: AgentWatch
  readonly #children = new Map<AgentId, ChildProcess>()
  readonly #remembered = new Map<AgentId, { info: AgentInfo; outcome: AgentOutcome }>()
  readonly #unsaved = new Map<AgentFolder, AgentOutcome>()
  #isDisposed = false

  constructor(options: AgentRegistryOptions) {
    this.#options = {
      bridgeProgram: builtBridge(),
      now: () => new Date(),
      pollMs: 100,
      beforeWork: () => undefined,
      reportError: (error) => process.emitWarning(error instanceof Error ? error : String(error)),
      ...options,
      cgroupHome: options.cgroupHome === undefined ? findCgroupHome() : options.cgroupHome,
      get hangAfterMs() {
        return options.hangAfterMs ?? DEFAULTS.hangAfterMs
      },
      get graceMs() {
        return options.graceMs ?? DEFAULTS.graceMs
      },
      get lingerMs() {
        return options.lingerMs ?? 10_000
      },
    }
    this.#listeners = new StatusListeners(this.#options.reportError)
    const { pollMs, reportError } = this.#options
    this.#watch = new AgentWatch({
      times: this.#options,
      pollMs,
      reportError,
      onChange: (agent) => this.#emit(agent, null),
      onEnd: (agent, outcome) => this.#onEnd(agent, outcome),
    })
  }

  onAgentStatusChange(listener: AgentStatusListener): () => void {
    if (this.#isDisposed) throw new Error('the agent registry is disposed')
    return this.#listeners.add(listener)
  }

  /** Throws `AgentStartError`. Reports `running` before it returns, or, when called by a listener,
   * after the current change has been delivered. */
  start(request: LaunchRequest): AgentInfo {
    return this.prepare(request).start()
  }

  /** Writes the agent's files; only `start` spawns the process. */
  prepare(request: LaunchRequest): PreparedAgent {
    this.#refuseWhenDisposed()
    const prepared = prepareLaunch(request, this.#options)
    return { start: () => this.#start(request.key.agentId, prepared) }
  }

  /** Like `prepare`, for a check command. */
  prepareCheck(check: CheckLaunch): PreparedAgent {
    this.#refuseWhenDisposed()
    const prepared = prepareCheck(check, this.#options)
    return { start: () => this.#start(check.key.agentId, prepared) }
  }

  #refuseWhenDisposed(): void {
    if (this.#isDisposed) throw new AgentStartError('io', { subject: 'disposed registry' })
  }

  #start(agentId: AgentId, prepared: PreparedLaunch): AgentInfo {
    this.#options.beforeWork()
    const { child, pid, record, folder, readLine } = prepared.launch((code, signal) => {
      this.#children.delete(agentId)
      this.#watch.wrapperEnded(agentId, { code, signal })
    })
    this.#children.set(agentId, child)
    const leader = { pid, startTime: null }
    const agent = this.#watch.add({ record, folder, readLine, leader, isAdopted: false })
    this.#emit(agent, null)
    return agent.info()
  }

  /** Takes over an agent of an earlier host; if it is running, its end is reported as usual. */
  async adopt(agentId: AgentId): Promise<Adoption> {
    const known = this.#known(agentId)
    if (known !== null) return known
    const { graceMs, drivers, reportError } = this.#options
    const folder = this.#folder(agentId)
    const trace = await traceAgent(folder, agentId)
    // A concurrent call may have adopted it in the meantime.
    const adopted = this.#known(agentId)
    if (adopted !== null) return adopted
    if (trace.kind === 'never-started') return (await this.#endOlder(agentId)) ?? trace
    if (trace.kind === 'running') {
      this.#options.beforeWork()
      const { record, leader } = trace
      const readLine = lineReaderOf(drivers, record.agent)
      const agent = this.#watch.add({ record, folder, readLine, leader, isAdopted: true })
      const wasBeingStopped = readOutcomeFile(folder)?.cause === 'stopped'
      if (wasBeingStopped) this.#watch.stop(agent).catch(reportError)
      return { kind: 'running' }
    }
    // The agent may still be running without its wrapper.
    const { cgroup } = trace.record
    if (trace.kind === 'lost') await stopTree({ agentId, leader: null, cgroup, graceMs })
    else this.#watch.sweep(trace.record, null)
    const outcome = await concludeTrace(trace, { folder, drivers })
    writeOutcomeFile(folder, outcome)
    return { kind: trace.kind, outcome }
  }

  /** Ends an agent of an earlier version, whose files agents could write; null if there is none. */
  async #endOlder(agentId: AgentId): Promise<Adoption | null> {
    const record = readRecord(olderAgentFolder(this.#options, agentId))
    if (record === null) return null
    const { cgroup, sessionId } = record
    await stopTree({ agentId, leader: null, cgroup, graceMs: this.#options.graceMs })
    return { kind: 'lost', outcome: { ...bareOutcome({ kind: 'unknown' }), sessionId } }
  }

  /** Ends processes left running by agents whose end an earlier host saw. */
  sweepLeftovers(): void {
    const { cgroupHome, reportError } = this.#options
    const left = cgroupHome === null ? this.#marked() : cgroupsIn(cgroupHome)
    for (const { cgroup, agentId } of left)
      try {
        this.#sweepGroup(cgroup, agentId)
      } catch (error) {
        reportError(error)
      }
  }

  /** Without control groups: agents with a process that carries their mark. */
  #marked(): { cgroup: undefined; agentId: AgentId }[] {
    const alive = processTable.agentsAlive(new Set(agentIdsOnDisk(this.#options)))
    return Array.from(alive, (agentId) => ({ cgroup: undefined, agentId }))
  }

  #sweepGroup(cgroup: string | undefined, agentId: AgentId): void {
    const folder = shownAgentFolder(this.#options, agentId)
    // Most groups belong to agents of other projects.
    if (!existsSync(folder.path)) return
    const record = readRecord(folder)
    if (record === null || record.cgroup !== cgroup || this.#watch.has(agentId)) return
    if (readFromDisk(folder, this.#options.drivers)?.status !== 'running')
      this.#watch.sweep(record, null)
  }

  /**
   * Returns when no process of the agent is left, no matter which host started it. Returns the
   * outcome only if the agent ended before this host watched it: nobody else reports that end.
   */
  async stop(agentId: AgentId): Promise<AgentOutcome | null> {
    const known = this.#known(agentId)
    // A copied journal names agents of the original checkout too; they are not ours to stop.
    const record =
      this.#watch.get(agentId)?.record ?? readRecord(shownAgentFolder(this.#options, agentId))
    if (record === null) return null
    const found = known ?? (await this.adopt(agentId))
    const agent = this.#watch.get(agentId)
    if (agent !== undefined && agent.exit === null) await this.#watch.stop(agent)
    else {
      await agent?.ended
      const { cgroup } = record
      await stopTree({ agentId, leader: null, cgroup, graceMs: this.#options.graceMs })
    }
    return known === null && 'outcome' in found ? found.outcome : null
  }

  /** `unknown`: the question is not, or no longer, waiting for an answer. */
  answer(agentId: AgentId, questionId: string, answer: PermissionAnswer): 'ok' | 'unknown' {
    const agent = this.#watch.get(agentId)
    if (agent === undefined || agent.exit !== null) return 'unknown'
    if (agent.question?.id !== questionId) return 'unknown'
    return writeAnswer(agent.folder, { questionId, answer })
  }

  /** Running agents and the last few hundred ended ones, oldest first. */
  list(): AgentInfo[] {
    const ended = [...this.#remembered.values()].map(({ info }) => info)
    return [...ended, ...this.working()].toSorted(byStart)
  }

  /** To be called when its folder has been deleted. */
  forget(agentId: AgentId): void {
    this.#remembered.delete(agentId)
  }

  get(agentId: AgentId): AgentInfo | null {
    const info = this.#watch.get(agentId)?.info() ?? this.#remembered.get(agentId)?.info
    return info ?? readFromDisk(shownAgentFolder(this.#options, agentId), this.#options.drivers)
  }

  /** Running agents. */
  working(): AgentInfo[] {
    return this.#watch.all().map((agent) => agent.info())
  }

  /** Null if there is no such log. */
  openLog(agentId: AgentId, offset: number, stream: LogStream = 'out'): LogReader | null {
    const path = shownAgentFolder(this.#options, agentId)[stream]
    if (!existsSync(path)) return null
    return new LogReader({
      path,
      offset,
      hasEnded: () => stream === 'prompt' || (!this.#isDisposed && !this.#watch.has(agentId)),
      onGrowth: (wake) => this.#watch.get(agentId)?.onGrowth(wake) ?? (() => {}),
    })
  }

  /** Returns when the leftovers of ended agents are ended too and all outcomes are saved. */
  async drain(): Promise<void> {
    await this.#watch.drain()
    this.#save()
  }

  /** Releases listeners, timers and files; agents keep running. */
  dispose(): void {
    this.#isDisposed = true
    this.#listeners.clear()
    for (const child of this.#children.values()) child.removeAllListeners('exit')
    this.#children.clear()
    this.#watch.dispose()
    this.#save()
  }

  #onEnd(agent: WatchedAgent, outcome: AgentOutcome): void {
    const { agentId } = agent.record
    const endedAt = this.#options.now().toISOString()
    this.#remembered.set(agentId, { info: endedInfo(agent.info(), { outcome, endedAt }), outcome })
    const [oldest] = this.#remembered.keys()
    if (this.#remembered.size > REMEMBERED && oldest) this.#remembered.delete(oldest)
    // Saved after it is reported: until then `exit` and the log yield the same outcome.
    const isQuickToReadAgain = agent.outputBytes < QUICK_LOG_BYTES && !agent.isStopped
    if (outcome.status !== 'completed' || !isQuickToReadAgain) {
      this.#unsaved.set(agent.folder, outcome)
      setImmediate(() => this.#save())
    }
    this.#emit(agent, outcome)
  }

  #save(): void {
    for (const [folder, outcome] of this.#unsaved) {
      this.#unsaved.delete(folder)
      try {
        writeOutcomeFile(folder, outcome)
      } catch (error) {
        this.#options.reportError(error)
      }
    }
  }

  #emit(agent: WatchedAgent, outcome: AgentOutcome | null): void {
    const { record } = agent
    const status = outcome?.status ?? agent.status
    const question = outcome === null ? agent.question : null
    const { item } = record
    this.#listeners.emit({ key: keyOfRecord(record), item, status, outcome, question })
  }

  #known(agentId: AgentId): Adoption | null {
    if (this.#watch.has(agentId)) return { kind: 'running' }
    const ended = this.#remembered.get(agentId)
    return ended === undefined ? null : { kind: 'ended', outcome: ended.outcome }
  }

  #folder(agentId: AgentId): AgentFolder {
    return agentFolder(this.#options, agentId)
  }
}
