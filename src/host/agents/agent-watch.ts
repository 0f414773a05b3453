import type { AgentOutcome, AgentRecord } from '../../contracts/launch/agent.ts'
import type { AgentId } from '../../contracts/ids.ts'
import { readExitFile, readStartFile, writeOutcomeFile } from './folder/agent-folder.ts'
import { pidsInCgroup, removeCgroup } from './process/cgroups/agent-cgroup.ts'
import { type AgentExit, bareOutcome } from './logs/outcome.ts'
import { AfterLaunch } from './process/after-launch.ts'
import { processTable } from './process/process-table.ts'
import { findTree } from './process/process-tree.ts'
import { SharedSweep } from './process/shared-sweep.ts'
import { isGroupAlive, stopTree } from './process/stop-tree.ts'
import { WatchedAgent, type WatchedAgentOptions } from './watched-agent.ts'

export type AgentWatchOptions = {
  times: { readonly hangAfterMs: number; readonly graceMs: number; readonly lingerMs: number }
  pollMs: number
  reportError: (error: unknown) => void
  /** Called when an agent starts or stops being silent, or waiting for an answer. */
  onChange: (agent: WatchedAgent) => void
  onEnd: (agent: WatchedAgent, outcome: AgentOutcome) => void
}

/** An agent that ran for less is assumed not to have started detached services. */
const SWEEP_AFTER_MS = 150
const LOOKS_PER_SCAN = 20
const NO_PIDS: ReadonlySet<number> = new Set()

/** Watches agents until they end; one timer serves them all. */
export class AgentWatch {
  readonly #options: AgentWatchOptions
  readonly #agents = new Map<AgentId, WatchedAgent>()
  readonly #sweeps = new Set<Promise<unknown>>()
  readonly #shared = new SharedSweep()
  readonly #afterLaunch = new AfterLaunch()
  #timer: NodeJS.Timeout | null = null
  #looks = 0

  constructor(options: AgentWatchOptions) {
    this.#options = options
  }

  has(agentId: AgentId): boolean {
    return this.#agents.has(agentId)
  }

  get(agentId: AgentId): WatchedAgent | undefined {
    return this.#agents.get(agentId)
  }

  all(): WatchedAgent[] {
    return [...this.#agents.values()]
  }

  add(options: WatchedAgentOptions): WatchedAgent {
    const agent = new WatchedAgent(options)
    this.#agents.set(agent.record.agentId, agent)
    this.#timer ??= setInterval(() => this.#lookAtAll(), this.#options.pollMs).unref()
    this.#afterLaunch.launched()
    return agent
  }

  /** The wrapper exits with the agent's status, unless it never ran the agent. */
  wrapperEnded(agentId: AgentId, by: WrapperEnd): void {
    const agent = this.#agents.get(agentId)
    if (agent === undefined) return
    this.#end(agent, this.#exitOf(agent, by)).catch(this.#options.reportError)
  }

  /** Returns when the whole tree is dead and the end has been reported. */
  stop(agent: WatchedAgent): Promise<void> {
    agent.stopping ??= this.#stop(agent)
      .catch((error: unknown) => {
        // When its end is seen later, what is left of it is ended then.
        agent.treeDeath = null
        throw error
      })
      .finally(() => {
        agent.stopping = null
      })
    return agent.stopping
  }

  /** Ends processes that an agent left running; they would pile up over the re-runs. */
  sweep(record: AgentRecord, ended: WatchedAgent | null): void {
    const sweep = this.#sweepLater(record, ended)
      .catch(this.#options.reportError)
      .finally(() => this.#sweeps.delete(sweep))
    this.#sweeps.add(sweep)
  }

  async drain(): Promise<void> {
    this.#afterLaunch.go()
    await this.#shared.hurry(Promise.all(this.#sweeps))
  }

  dispose(): void {
    this.#stopTimer()
    const agents = this.all()
    this.#agents.clear()
    for (const agent of agents) agent.close()
  }

  #lookAtAll(): void {
    this.#looks += 1
    if (this.#looks % LOOKS_PER_SCAN === 0) this.#noteTrees()
    for (const agent of this.all()) {
      if (agent.exit !== null || agent.stopping !== null) continue
      try {
        this.#lookAt(agent)
      } catch (error) {
        if (!agent.isUnreadable) this.#options.reportError(error)
        agent.isUnreadable = true
      }
    }
  }

  /** Only for agents without a control group, which would list these processes by itself. */
  #noteTrees(): void {
    const agents = this.all().filter((agent) => agent.exit === null && !isInCgroup(agent))
    if (agents.length === 0) return
    const rows = processTable.rows(null)
    for (const agent of agents) {
      const { pid } = agent.leader
      const startTime = agent.leader.startTime ?? rows.find((row) => row.pid === pid)?.startTime
      if (startTime === undefined) continue
      const { noted } = agent
      const seed = { leader: { pid, startTime }, noted, grouped: NO_PIDS, ownPid: process.pid }
      agent.noted = findTree(rows, seed).members
    }
  }

  #lookAt(agent: WatchedAgent): void {
    if (agent.look(this.#options.times.hangAfterMs)) this.#options.onChange(agent)
    const exit = agent.isAdopted ? agent.findExit() : null
    if (exit !== null) this.#end(agent, exit).catch(this.#options.reportError)
    else if (agent.isOverdue())
      this.#endWith(agent, agent.timeOut()).catch(this.#options.reportError)
    else if (agent.lingers(this.#options.times.lingerMs))
      this.#endWith(agent, agent.judge({ kind: 'settled' })).catch(this.#options.reportError)
  }

  /** Never throws: unreadable files must not hide that the agent has ended. */
  #exitOf(agent: WatchedAgent, by: WrapperEnd): AgentExit {
    try {
      return wrapperExit(agent, by)
    } catch (error) {
      this.#options.reportError(error)
      return by.code === null ? { kind: 'unknown' } : { kind: 'status', code: by.code }
    }
  }

  /** Ends an agent whose result is final, e.g. if a background shell keeps it from exiting. */
  async #endWith(agent: WatchedAgent, verdict: AgentOutcome): Promise<void> {
    agent.verdict = verdict
    // Before the first signal: after a crash the agent must not look like one that was killed.
    this.#saveOutcome(agent, verdict)
    agent.treeDeath = this.#killTree(agent)
    await agent.treeDeath
    if (agent.isAdopted) await this.#end(agent, exitOnDisk(agent))
  }

  async #stop(agent: WatchedAgent): Promise<void> {
    agent.isStopped = true
    // Before the first signal: after a crash the next host must know that the user stopped it.
    this.#saveOutcome(agent, bareOutcome({ kind: 'unknown' }, true))
    agent.treeDeath = this.#killTree(agent)
    await agent.treeDeath
    if (agent.isAdopted) await this.#end(agent, exitOnDisk(agent))
    await agent.ended
  }

  /** Reports errors instead of throwing: a full disk must not keep the agent from being ended. */
  #saveOutcome(agent: WatchedAgent, outcome: AgentOutcome): void {
    try {
      writeOutcomeFile(agent.folder, outcome)
    } catch (error) {
      this.#options.reportError(error)
    }
  }

  async #end(agent: WatchedAgent, exit: AgentExit): Promise<void> {
    if (agent.exit !== null) return
    agent.exit = exit
    // The agent may have survived its wrapper and would run beside the next one.
    if (exit.kind === 'killed' || exit.kind === 'unknown') agent.treeDeath ??= this.#killTree(agent)
    await agent.treeDeath?.catch(this.#options.reportError)
    const outcome = await this.#conclude(agent, exit)
    if (!this.#agents.delete(agent.record.agentId)) return
    if (this.#agents.size === 0) this.#stopTimer()
    this.#options.onEnd(agent, outcome)
    agent.settle(outcome)
    if (agent.treeDeath === null) this.sweep(agent.record, agent)
  }

  async #conclude(agent: WatchedAgent, exit: AgentExit): Promise<AgentOutcome> {
    try {
      const outcome = await agent.conclude(exit)
      return agent.isStopped ? outcome : (agent.verdict ?? outcome)
    } catch (error) {
      this.#options.reportError(error)
      return bareOutcome(exit, agent.isStopped)
    }
  }

  #killTree({ record: { agentId, cgroup }, leader, noted }: WatchedAgent): Promise<void> {
    // The pid of a child process is not reused before its exit has been reported to us.
    const startTime = leader.startTime ?? processTable.startTimeOf(leader.pid)
    return stopTree({
      agentId,
      leader: { pid: leader.pid, startTime },
      cgroup,
      noted,
      graceMs: this.#options.times.graceMs,
    })
  }

  async #sweepLater({ agentId, cgroup }: AgentRecord, ended: WatchedAgent | null): Promise<void> {
    // Listeners to the end and the next agent's launch go first.
    await this.#afterLaunch.wait()
    const group = ended !== null && isGroupAlive(ended.leader.pid) ? ended.leader.pid : null
    const isShort = ended !== null && performance.now() - ended.startedAtMs < SWEEP_AFTER_MS
    const isEmpty = cgroup === undefined || removeCgroup(cgroup)
    if (group === null && isShort && isEmpty) return
    const noted = ended?.noted ?? []
    const mayBeMarked = group === null && isEmpty && noted.length === 0
    if (mayBeMarked && !(await this.#shared.finds(agentId))) return
    const leader = group === null ? null : { pid: group, startTime: null }
    const { graceMs } = this.#options.times
    await stopTree({ agentId, leader, cgroup, noted, graceMs })
  }

  #stopTimer(): void {
    if (this.#timer !== null) clearInterval(this.#timer)
    this.#timer = null
  }
}

const isInCgroup = ({ record: { cgroup }, leader }: WatchedAgent): boolean =>
  cgroup !== undefined && pidsInCgroup(cgroup).includes(leader.pid)

type WrapperEnd = { code: number | null; signal: string | null }

const wrapperExit = (agent: WatchedAgent, { code, signal }: WrapperEnd): AgentExit => {
  if (code === null) return { kind: 'killed', signal: signal ?? 'SIGKILL' }
  if (code === 0) return { kind: 'status', code }
  const start = readStartFile(agent.folder).kind
  const hasRun = start !== 'missing' && start !== 'fenced'
  return hasRun ? { kind: 'status', code } : { kind: 'not-started' }
}

const exitOnDisk = (agent: WatchedAgent): AgentExit => {
  const code = readExitFile(agent.folder)
  return code === null ? { kind: 'unknown' } : { kind: 'status', code }
}
