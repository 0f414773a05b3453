import { itemKey, type WorkItem } from '../../contracts/work-item.ts'
import type { AgentInfo, AgentOutcome, LaunchKey } from '../../contracts/agent.ts'
import type { AgentId, CommandId } from '../../contracts/ids.ts'
import type { JournalEntry } from '../../contracts/journal.ts'
import type { Rejection } from '../../contracts/rejections.ts'
import type { Result } from '../../contracts/result.ts'
import type { AutoExecutionState } from '../../contracts/run-state.ts'
import type { Effect, Launch, ReplyValue } from '../../core/decide/effects.ts'
import type { Cause, EffectFailure } from '../../core/decide/events.ts'
import type { AgentRegistry, PreparedAgent } from '../agents/agent-registry.ts'
import type { Drivers, Env } from '../agents/drivers/driver.ts'
import { AgentStartError } from '../agents/launch-agent.ts'
import { failureOf } from './failure-words.ts'
import { FairQueue } from './fair-queue.ts'
import type { DurableFiles } from '../files/durable-files.ts'
import { readFacts } from '../files/read-facts.ts'
import { refuseDocumentLinks } from '../files/spec-links.ts'
import { applyToSpecJson } from '../files/spec-json-file.ts'
import type { HostEvents } from '../host-events.ts'
import type { FileJournals } from '../journal/file-journals.ts'
import type { Breakdown, OuterEffect, Performer, SpecOwner } from './owner.ts'
import { itemDirOf, type ProjectFolders } from '../project/folders.ts'
import type { HostGround } from '../project/host-ground.ts'
import { ItemMap } from '../items/item-map.ts'
import { buildPrompt } from '../prompts/build-prompt.ts'
import { readRunMarker, writeRunMarker } from './run-marker.ts'
import type { Settings } from '../config/settings.ts'
import { runsWithout } from '../trust/findings.ts'
import { cannotIsolate } from '../trust/isolation.ts'
import { StepTimers } from './step-timers.ts'
import { WaitTimers } from './wait-timers.ts'

export type Reply = Result<ReplyValue, Rejection>

export interface PerformerDeps {
  folders: ProjectFolders
  ground: HostGround
  settings: Settings
  agents: AgentRegistry
  files: DurableFiles
  journals: FileJournals
  events: HostEvents
  drivers: Drivers
  env: Env
  now: () => Date
  onIdle: (owner: SpecOwner) => void
}

type Of<T extends Effect['type']> = Extract<Effect, { type: T }>

/** Carries out what `decide` asked for; what it finds goes back to the owner as an event. */
export class EffectPerformer implements Performer {
  readonly #deps: PerformerDeps
  readonly #slots: FairQueue
  readonly #tree = new FairQueue(() => 1)
  readonly #timers = new StepTimers()
  readonly #waits: WaitTimers
  readonly #prepared = new Map<AgentId, () => void>()
  readonly #journalFailures = new ItemMap<string>()
  readonly #replies = new Map<CommandId, (reply: Reply) => void>()

  constructor(deps: PerformerDeps) {
    this.#deps = deps
    this.#slots = new FairQueue(() => deps.settings.concurrency)
    this.#waits = new WaitTimers(deps.now)
  }

  now(): string {
    return this.#deps.now().toISOString()
  }

  failureOf(error: unknown): EffectFailure {
    return failureOf(error)
  }

  awaitReply(commandId: CommandId): Promise<Reply> {
    return new Promise((resolve) => this.#replies.set(commandId, resolve))
  }

  perform(owner: SpecOwner, effect: OuterEffect): Promise<void> | void {
    switch (effect.type) {
      case 'write-spec':
        return this.writeSpec(owner, effect.entries)
      case 'read-facts':
        return effect.wanted.catchUp ? this.#catchUp(owner, effect) : this.#readFacts(owner, effect)
      case 'launch':
        return this.#launch(owner, effect.launch)
      case 'adopt':
        return this.#adopt(owner, effect.key)
      case 'stop-agent':
        this.#prepared.delete(effect.key.agentId)
        return this.stopAgent(owner, effect.key)
      case 'arm-timer':
        return this.#armTimer(owner, effect)
      case 'cancel-timer':
        return this.#timers.cancel(effect.key.agentId)
      case 'hold-timer':
        return this.#timers.hold(effect.key.agentId)
      case 'continue-timer':
        return this.#timers.continue(effect.key.agentId)
      case 'arm-wait':
        return this.#armWait(owner, effect)
      case 'answer-agent':
        return this.#answer(effect)
      case 'acquire-slot':
        return this.#acquireSlot(owner, effect)
      case 'acquire-tree':
        return this.#acquireTree(owner, effect)
      case 'release':
        return this.release(owner)
      case 'notify':
        return this.#notify(owner, effect)
      case 'settle':
        return this.#deps.events.emit({ ...effect, type: 'settled', item: owner.item })
      case 'reply':
        return this.#reply(effect)
      default:
        return effect satisfies never
    }
  }

  /** Marked before it is journalled: a run without a marker would be taken for another checkout's. */
  appending({ item, state }: SpecOwner, entries: JournalEntry[]): void {
    const { folders, ground } = this.#deps
    for (const entry of entries) {
      if (entry.type !== 'run.started' && entry.type !== 'run.resumed') continue
      ground.check()
      writeRunMarker(folders, item, { runId: entry.runId, seq: state.lastSeq })
    }
  }

  appended({ item }: SpecOwner, entries: JournalEntry[]): void {
    this.#journalFailures.delete(item)
    for (const entry of entries) this.#deps.events.emit({ type: 'entry', item, entry })
  }

  /** The agent is stopped, the queue goes on, and whoever waits is answered. */
  async broken(owner: SpecOwner, { detail, isJournal, was, isOpen }: Breakdown): Promise<void> {
    const { item } = owner
    const { runId, phase, executedPhases, agents, lastSeq: seq } = was
    await this.#abandonAgent(was)
    this.release(owner)
    // Before anybody hears of it: what they do next finds the spec as the disk has it.
    this.#deps.onIdle(owner)
    const message = isJournal
      ? `The event log of ${item.name} cannot be written: ${detail}`
      : `${item.name} cannot go on: ${detail}`
    if (isJournal) this.#journalFailures.set(item, message)
    const kind = isJournal ? 'journal.failed' : 'host.failed'
    const about = { item, kind, message, detail, seq, time: this.now() }
    const notification = { ...about, level: 'error', needsPerson: true } as const
    this.#deps.events.emit({ type: 'notification', notification })
    if (runId === null || !isOpen) return
    const result = {
      status: 'error',
      reason: 'host-failed',
      phase,
      executedPhases,
      agents,
    } as const
    this.#deps.events.emit({ type: 'settled', item, runId, result })
  }

  /** Why the event log of a spec cannot be written; null when it can, or was not tried. */
  journalFailure(item: WorkItem): string | null {
    return this.#journalFailures.get(item) ?? null
  }

  async #abandonAgent({ step, status }: AutoExecutionState): Promise<void> {
    if (step === null || status !== 'running') return
    this.#timers.cancel(step.agentId)
    this.#prepared.delete(step.agentId)
    try {
      await this.#deps.agents.stop(step.agentId)
    } catch (error) {
      process.emitWarning(error instanceof Error ? error : String(error))
    }
  }

  idle(owner: SpecOwner): void {
    this.#deps.onIdle(owner)
  }

  /** Also of whatever it waits for. */
  release({ item }: SpecOwner): void {
    const key = itemKey(item)
    this.#waits.cancel(key)
    this.#tree.release(key)
    this.#slots.release(key)
  }

  writeSpec(owner: SpecOwner, entries: JournalEntry[]): Promise<void> {
    return applyToSpecJson(this.#deps.files, this.#specDir(owner), entries)
  }

  /** More runs may be allowed at once than before. */
  settingsChanged(): void {
    this.#slots.admit()
  }

  dispose(): void {
    this.#timers.dispose()
    this.#waits.dispose()
  }

  #specDir(owner: SpecOwner): string {
    return itemDirOf(this.#deps.folders, owner.item)
  }

  /** A host that died or a disk that failed may have left spec.json behind the journal. */
  async #catchUp(owner: SpecOwner, effect: Of<'read-facts'>): Promise<void> {
    const { cause } = effect
    try {
      await this.writeSpec(owner, await owner.session())
    } catch (error) {
      const failure = failureOf(error)
      return owner.send({ type: 'facts.failed', at: this.now(), cause, failure })
    }
    this.#readFacts(owner, effect)
  }

  #readFacts(owner: SpecOwner, { cause, wanted }: Of<'read-facts'>): void {
    const { folders, settings, drivers, env } = this.#deps
    try {
      settings.refresh()
      const facts = readFacts({
        specDir: this.#specDir(owner),
        name: owner.item.name,
        wanted,
        settings,
        look: { projectDir: folders.projectDir, drivers, env, chosen: chosenAgent(cause, owner) },
        guarded: owner.state.guarded,
        isOwnRun: readRunMarker(folders, owner.item)?.runId === owner.state.runId,
      })
      owner.send({ type: 'facts.read', at: this.now(), cause, facts })
    } catch (error) {
      owner.send({ type: 'facts.failed', at: this.now(), cause, failure: failureOf(error) })
    }
  }

  prepare(owner: SpecOwner, launch: Launch): void {
    const { agentId } = launch.key
    if (this.#prepared.has(agentId)) return
    try {
      const prepared = this.#prepare(owner, launch)
      this.#prepared.set(agentId, () => void prepared.start())
    } catch (error) {
      this.#prepared.set(agentId, () => {
        throw error
      })
    }
  }

  #launch(owner: SpecOwner, launch: Launch): void {
    const { agentId, runId } = launch.key
    this.prepare(owner, launch)
    const start = this.#prepared.get(agentId)
    this.#prepared.delete(agentId)
    const { lastSeq } = owner.state
    this.#deps.ground.check()
    start?.()
    writeRunMarker(this.#deps.folders, owner.item, { runId, seq: lastSeq })
  }

  #prepare(owner: SpecOwner, launch: Launch): PreparedAgent {
    const { folders, settings, agents, env, ground } = this.#deps
    const { projectDir } = folders
    ground.check()
    const isIsolated = runsWithout(projectDir, env)
    settings.refresh()
    const { phase, round, agent, key, resumeSessionId, budgetUsd } = launch
    const specDir = this.#specDir(owner)
    const { item } = owner
    refuseDocumentLinks(specDir)
    const refusal = isIsolated ? cannotIsolate(agent, projectDir) : null
    if (refusal !== null) throw new AgentStartError('agent-not-isolated', { subject: agent })
    return agents.prepare({
      ...settings.planFor(phase, isIsolated ? {} : launch.specAgents, agent),
      ...chosenForRun(launch),
      isIsolated,
      budgetUsd: budgetUsd ?? undefined,
      answerTimeoutMs: settings.answerMs,
      key,
      item,
      phase,
      round,
      projectDir,
      specDir,
      prompt: buildPrompt({ projectDir, specDir, item, isIsolated, ...launch }),
      resumeSessionId,
      seq: owner.state.lastSeq,
      cwd: projectDir,
    })
  }

  async stopAgent(owner: SpecOwner, key: LaunchKey): Promise<void> {
    const outcome = await this.#deps.agents.stop(key.agentId)
    if (outcome === null) return
    const ranMs = ranMsOf(this.#deps.agents.get(key.agentId), outcome.cause === 'lost')
    owner.send({ type: 'agent.ended', at: this.now(), key, outcome, ranMs })
  }

  async #adopt(owner: SpecOwner, key: LaunchKey): Promise<void> {
    const adoption = await this.#deps.agents.adopt(key.agentId)
    const at = this.now()
    const ranMs = ranMsOf(this.#deps.agents.get(key.agentId), adoption.kind === 'lost')
    switch (adoption.kind) {
      case 'running':
        return owner.send({ type: 'agent.started', at, key, agent: this.#agentName(key) })
      case 'ended':
        // A person's stop is journalled first: this one was the dead host's own, and is made good.
        if (adoption.outcome.status === 'interrupted')
          return owner.send({ type: 'agent.lost', at, key, outcome: lost(adoption.outcome), ranMs })
        return owner.send({ type: 'agent.ended', at, key, outcome: adoption.outcome, ranMs })
      case 'lost':
        return owner.send({ type: 'agent.lost', at, key, outcome: adoption.outcome, ranMs })
      case 'never-started':
        return owner.send({ type: 'agent.lost', at, key, outcome: NEVER_STARTED, ranMs: null })
      default:
        return adoption satisfies never
    }
  }

  #agentName(key: LaunchKey): string {
    return this.#deps.agents.get(key.agentId)?.agent ?? 'agent'
  }

  #armWait(owner: SpecOwner, { runId, until }: Of<'arm-wait'>): void {
    const over = () => owner.send({ type: 'wait.over', at: this.now(), runId })
    this.#waits.arm(itemKey(owner.item), until, over)
  }

  /** A question that is gone by now has been answered by its own timeout. */
  #answer({ key, questionId, answer }: Of<'answer-agent'>): void {
    this.#deps.agents.answer(key.agentId, questionId, answer)
  }

  #armTimer(owner: SpecOwner, { key, phase }: Of<'arm-timer'>): void {
    const afterMs = this.#deps.settings.timeoutMs(phase)
    this.#timers.arm(key.agentId, afterMs, () =>
      owner.send({ type: 'step.timed-out', at: this.now(), key, afterMs }),
    )
  }

  #acquireSlot(owner: SpecOwner, { runId, atOnce }: Of<'acquire-slot'>): void {
    const granted = () => owner.send({ type: 'slot.granted', at: this.now(), runId })
    this.#slots.acquire({ holder: itemKey(owner.item), granted, isAtWork: atOnce })
  }

  #acquireTree(owner: SpecOwner, { runId, phase, atOnce }: Of<'acquire-tree'>): void {
    const granted = () => owner.send({ type: 'tree.granted', at: this.now(), runId })
    const waiting = () => owner.send({ type: 'tree.awaited', at: this.now(), runId, phase })
    this.#tree.acquire({ holder: itemKey(owner.item), granted, waiting, isAtWork: atOnce })
  }

  #notify(owner: SpecOwner, effect: Of<'notify'>): void {
    const { item } = owner
    const { level, kind, message, seq, needsPerson } = effect
    const notification = { item, level, kind, message, seq, needsPerson, time: this.now() }
    this.#deps.events.emit({ type: 'notification', notification })
  }

  #reply({ commandId, result }: Of<'reply'>): void {
    this.#replies.get(commandId)?.(result)
    this.#replies.delete(commandId)
  }
}

function chosenAgent(cause: Cause, { state }: SpecOwner): string | null {
  if (cause.type === 'start') return cause.agent ?? null
  return ('agent' in cause && cause.agent) || state.agent
}

/** When one was lost is not known; it certainly lived when it last printed something. */
export function ranMsOf(agent: AgentInfo | null, isLost: boolean): number | null {
  const until = isLost ? agent?.lastOutputAt : agent?.endedAt
  if (!agent || !until) return null
  return Math.max(0, Date.parse(until) - Date.parse(agent.startedAt))
}

const lost = (outcome: AgentOutcome): AgentOutcome => ({
  ...outcome,
  status: 'failed',
  cause: 'lost',
})

const NEVER_STARTED: AgentOutcome = {
  status: 'failed',
  cause: 'not-started',
  exitCode: null,
  signal: null,
  message: 'the agent was never started',
  sessionId: null,
  usage: null,
  deniedTools: [],
  problem: null,
}

/** What a person chose for this run only. */
const chosenForRun = ({ permission, allowTools }: Launch) => ({
  ...(permission === null ? {} : { permission, isPermissionOfRun: true }),
  allowTools,
})
