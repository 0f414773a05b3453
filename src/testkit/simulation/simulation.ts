import { specNamed, type WorkItem } from '../../contracts/work-item.ts'
import type { AgentOutcome, LaunchKey } from '../../contracts/launch/agent.ts'
import { isRunAgentId, type CommandId, type RunId } from '../../contracts/ids.ts'
import type { JournalEntry } from '../../contracts/journal.ts'
import type { AutoExecutionState } from '../../contracts/run-state.ts'
import { decide } from '../../core/decide/decide.ts'
import type { Effect, HostLaunch, Launch } from '../../core/decide/effects.ts'
import type { Command } from '../../contracts/commands.ts'
import type { DecideEvent } from '../../core/decide/events.ts'
import { evolve, initialState } from '../../core/state/evolve.ts'
import { keyOf } from '../../core/decide/finish.ts'
import { hostKeyOf } from '../../core/decide/host-step.ts'
import { isAgentOpen } from '../../core/handlers/begin.ts'
import { sessionOf } from '../../core/state/session.ts'
import { applyEntry } from '../../core/spec/apply-entry.ts'
import type { Slots } from '../../host/ports/slots.ts'
import type { StepEnd } from '../../host/ports/step-runner.ts'
import { MemorySteps, StepMemory, type MemoryStep } from '../ports/memory-steps.ts'
import { JournalMemory, MemoryJournal } from '../ports/memory-journal.ts'
import { changesCode, isGo, outcome, VirtualSpec, type Deed } from './virtual-spec.ts'
import { VirtualGit, type GitFate, type VirtualBase } from './virtual-git.ts'

/** How a step of the host itself ends. */
export type HostFate = GitFate & { fails?: boolean }

const NOTHING = { ranMs: null, result: null } as const
const BEGIN = Date.parse('2026-01-01T00:00:00.000Z')
/** What the specs of one host share. */
export interface SharedHost {
  slots: Slots
  tree: Slots
  bases?: Slots
}

interface SimulationOptions {
  exclusiveTree?: boolean
  name?: string
  shared?: SharedHost | null
  base?: VirtualBase
  item?: WorkItem
}

type Of<T extends Effect['type']> = Extract<Effect, { type: T }>

type Bare<C> = C extends Command ? Omit<C, 'commandId' | 'at' | 'runId'> : never
export type BareCommand = Bare<Command>

/** One spec, its host and its agents in memory; the test chooses crashes and interleavings. */
export class Simulation {
  readonly #item: WorkItem
  readonly disk: VirtualSpec
  /** Shared with the other specs of the same host; without it every claim is granted. */
  shared: SharedHost | null
  readonly #memory = new JournalMemory()
  #journal = new MemoryJournal(this.#memory)
  readonly #stepMemory = new StepMemory()
  #steps = this.#newSteps()
  readonly git: VirtualGit
  /** `CHECK TREE` for every check that has really passed on a tree. */
  readonly checked = new Set<string>()
  readonly launches: Launch[] = []
  /** Host steps wait for the test; otherwise they succeed at once. */
  holdsHostWork = false
  onHostLaunch: (launch: HostLaunch) => void = () => undefined
  state: AutoExecutionState
  queue: DecideEvent[] = []
  /** Effects of the current decision that are still to be performed; a crash drops them. */
  pending: Effect[] = []
  replies = new Map<string, Extract<Effect, { type: 'reply' }>['result']>()
  settled: Effect[] = []
  answers: Extract<Effect, { type: 'answer-agent' }>[] = []
  notices: Extract<Effect, { type: 'notify' }>[] = []
  /** The timer of a run that waits for a quota; lost when the host crashes. */
  wait: { runId: RunId; until: string } | null = null
  hostAlive = true
  exclusiveTree: boolean
  onLaunch: (launch: Launch) => void = () => undefined
  /** `sameHost`: the run before the entry was begun or taken over by this host. */
  onAppend: (entry: JournalEntry, by: { sameHost: boolean }) => void = () => undefined
  afterEvent: (event: DecideEvent, before: AutoExecutionState) => void = () => undefined
  /** Called when the host is alive and has nothing left to do. */
  onRest: () => void = () => undefined
  /** The runs that this host began or took over; lost when it crashes. */
  readonly #begun = new Set<RunId>()
  readonly #sent = new Map<CommandId, BareCommand>()
  #ids = 0
  #clock = BEGIN

  readonly #name: string

  constructor({
    exclusiveTree = false,
    name = 'alpha',
    shared = null,
    base,
    item = specNamed('alpha'),
  }: SimulationOptions = {}) {
    this.#item = item
    this.disk = new VirtualSpec(item)
    this.state = initialState(item)
    this.exclusiveTree = exclusiveTree
    this.#name = name
    this.git = new VirtualGit(name, base)
    this.shared = shared
  }

  get journal(): readonly JournalEntry[] {
    return this.#memory.entries
  }

  get now(): string {
    return new Date(this.#clock).toISOString()
  }

  /** Advances the clock to the end of the wait; false when nothing waits. */
  endWait(): boolean {
    if (this.wait === null) return false
    const { runId, until } = this.wait
    this.#clock = Math.max(this.#clock, Date.parse(until))
    this.wait = null
    this.queue.push({ type: 'wait.over', at: this.now, runId })
    return true
  }

  command(command: BareCommand): CommandId {
    const commandId = `cmd-${++this.#ids}` as CommandId
    const runId = `run_${++this.#ids}` as RunId
    this.#sent.set(commandId, command)
    this.queue.push({ ...command, commandId, runId, at: this.now } as Command)
    return commandId
  }

  /** Its caller got no answer and sends it once more; without an id, a person's last one is sent. */
  sendAgain(commandId = this.#lastOfPerson()): void {
    if (commandId === undefined) return
    const runId = `run_${++this.#ids}` as RunId
    this.queue.push({ ...this.#sent.get(commandId), commandId, runId, at: this.now } as Command)
  }

  #lastOfPerson(): CommandId | undefined {
    return [...this.#sent].findLast(([, { type }]) => type !== 'recover')?.[0]
  }

  /** Performs one effect, or handles the next event. False when there is nothing to do. */
  step(): boolean {
    if (!this.hostAlive) return false
    const effect = this.pending.shift()
    if (effect) {
      this.#perform(effect)
      return true
    }
    const next = this.queue.shift()
    if (!next) {
      this.onRest()
      return false
    }
    const before = this.state
    const sameHost = before.runId !== null && this.#begun.has(before.runId)
    const event = 'commandId' in next ? { ...next, sameHost } : next
    const decision = decide(before, event)
    this.pending = decision.effects
    this.afterEvent(event, before)
    return true
  }

  drain(): void {
    while (this.step());
  }

  /** The working agent does its deed and ends; a live host is told. */
  endAgent(agent: MemoryStep, deed: Deed | null, end: AgentOutcome = outcome()): void {
    if (agent.state !== 'working') return
    if (deed) {
      this.disk.perform(agent.launch, deed)
      if (changesCode(agent.launch, deed)) this.git.code++
      else if (isGo(agent.launch, deed)) this.disk.approve(agent.launch, this.git.code)
    }
    this.#stepMemory.end(agent, end)
  }

  /** It is gone without an end, as when its computer goes down. */
  vanish(step: MemoryStep<Launch | HostLaunch>): void {
    this.#stepMemory.vanish(step)
  }

  /** Every agent that ever worked here. */
  get agents(): ReadonlyMap<string, MemoryStep> {
    const steps = [...this.#stepMemory.steps].filter(([, { kind }]) => kind === 'agent')
    return new Map(steps as [string, MemoryStep][])
  }

  /** As if no agent had ever been started. */
  forgetAgents(): void {
    for (const agentId of this.agents.keys()) this.#stepMemory.steps.delete(agentId)
  }

  /** The host steps that are running. */
  hostWork(): MemoryStep<HostLaunch>[] {
    const steps = [...this.#stepMemory.steps.values()]
    return steps.filter(
      (step): step is MemoryStep<HostLaunch> => step.kind !== 'agent' && step.state === 'working',
    )
  }

  /** Ends a host step as the test wants; the results of git come from the virtual git. */
  endHostWork(step: MemoryStep<HostLaunch>, fate: HostFate = {}): void {
    if (step.state !== 'working') return
    const { work } = step.launch
    if (work.kind === 'git') {
      step.result = this.git.act(work.act, fate)
      return this.#stepMemory.end(step)
    }
    const isFailing = fate.fails === true
    const tree = this.git.treeAt(work.where, step.launch)
    if (!isFailing) this.checked.add(`${work.name} ${tree}`)
    const ended = isFailing ? ({ status: 'failed', cause: 'exit-code', exitCode: 1 } as const) : {}
    this.#stepMemory.end(step, outcome(ended))
  }

  tellEnd({ launch, outcome: ended, ranMs }: MemoryStep): void {
    this.#ended(launch.key, { outcome: ended, ranMs })
  }

  working(): MemoryStep[] {
    return [...this.agents.values()].filter((agent) => agent.state === 'working')
  }

  /** kill -9: memory is gone, files and agents stay. */
  crash(): void {
    this.hostAlive = false
    this.#begun.clear()
    this.#steps.dispose()
    this.queue = []
    this.pending = []
    this.wait = null
  }

  /** A power cut: agents and host steps are gone too, and nobody knows how they ended. */
  cutPower(): void {
    this.crash()
    for (const step of this.#stepMemory.steps.values()) this.#stepMemory.vanish(step)
  }

  /** The state of the run, from the journal alone. */
  folded(): AutoExecutionState {
    return this.journal.reduce(evolve, initialState(this.#item))
  }

  restart(): void {
    if (this.hostAlive) return
    this.hostAlive = true
    this.#journal = new MemoryJournal(this.#memory)
    this.#steps = this.#newSteps()
    this.state = this.folded()
    const { status, step } = this.state
    this.#catchUp()
    if (status === 'running' || status === 'queued') {
      this.command({ type: 'recover' })
      return
    }
    if (step && isAgentOpen(this.state)) this.#stop(keyOf(this.state))
    if (this.state.hostStep !== null) this.#stop(hostKeyOf(this.state))
  }

  #perform(effect: Effect): void {
    switch (effect.type) {
      case 'append':
        for (const entry of effect.entries) this.#append(entry)
        return
      case 'write-spec':
        this.disk.specJson = effect.entries.reduce(applyEntry, this.disk.specJson)
        return
      case 'read-facts': {
        if (effect.wanted.catchUp === true) this.#catchUp(effect.wanted.after)
        const facts = this.disk.facts(effect.wanted, this.exclusiveTree)
        this.queue.push({ type: 'facts.read', at: this.now, cause: effect.cause, facts })
        return
      }
      case 'run-host-step':
        return this.#runHostStep(effect.launch)
      case 'acquire-base':
        return this.#acquireBase(effect)
      case 'launch':
        return this.#launch(effect.launch)
      case 'adopt':
        return this.#adopt(effect.key)
      case 'stop-agent':
        return this.#stop(effect.key)
      case 'acquire-slot':
        return this.#acquireSlot(effect)
      case 'acquire-tree':
        return this.#acquireTree(effect)
      case 'reply':
        this.replies.set(effect.commandId, effect.result)
        return
      case 'settle':
        this.settled.push(effect)
        return
      case 'arm-wait':
        this.wait = { runId: effect.runId, until: effect.until }
        return
      case 'release':
        this.wait = null
        void this.shared?.bases?.release(this.#name)
        void this.shared?.tree.release(this.#name)
        void this.shared?.slots.release(this.#name)
        return
      case 'answer-agent':
        this.answers.push(effect)
        return
      case 'notify':
        this.notices.push(effect)
        return
      case 'arm-timer':
      case 'cancel-timer':
      case 'hold-timer':
      case 'continue-timer':
        return
      default:
        return effect satisfies never
    }
  }

  /** spec.json may be behind the journal after a crash. */
  #catchUp(after?: number): void {
    const entries =
      after === undefined ? sessionOf(this.journal) : this.journal.filter(({ seq }) => seq > after)
    this.disk.specJson = entries.reduce(applyEntry, this.disk.specJson)
  }

  #acquireBase({ runId, base, atOnce }: Of<'acquire-base'>): void {
    const granted = () => void this.queue.push({ type: 'base.granted', at: this.now, runId, base })
    if (!this.shared?.bases) return granted()
    void this.shared.bases.acquire({ holder: this.#name, granted, isAtWork: atOnce })
  }

  #acquireSlot({ runId, atOnce }: Of<'acquire-slot'>): void {
    const granted = () => void this.queue.push({ type: 'slot.granted', at: this.now, runId })
    if (this.shared === null) return granted()
    void this.shared.slots.acquire({ holder: this.#name, granted, isAtWork: atOnce })
  }

  /** Without a shared tree it still waits a moment, so that events in between are tested too. */
  #acquireTree({ runId, phase, atOnce }: Of<'acquire-tree'>): void {
    const granted = () => void this.queue.push({ type: 'tree.granted', at: this.now, runId })
    const wait = { type: 'tree.awaited', runId, phase, behind: null } as const
    const awaited = () => void this.queue.push({ ...wait, at: this.now })
    if (this.shared === null) {
      awaited()
      return granted()
    }
    const claim = { holder: this.#name, granted, waiting: awaited, isAtWork: atOnce }
    void this.shared.tree.acquire(claim)
  }

  #append(entry: JournalEntry): void {
    const { runId } = this.state
    this.onAppend(entry, { sameHost: runId !== null && this.#begun.has(runId) })
    this.#journal.appendNow(this.state.lastSeq, [entry])
    this.state = evolve(this.state, entry)
    if (
      entry.type === 'run.started' ||
      entry.type === 'run.resumed' ||
      entry.type === 'run.recovered'
    )
      this.#begun.add(entry.runId)
  }

  #runHostStep(launch: HostLaunch): void {
    this.onHostLaunch(launch)
    const { item, lastSeq: version } = this.state
    const { work } = launch
    if (work.kind === 'check')
      this.#steps.start({ kind: 'check', item, launch: { ...launch, work }, version })
    else this.#steps.start({ kind: 'git', item, launch: { ...launch, work }, version })
    if (this.holdsHostWork) return
    for (const step of this.hostWork()) this.endHostWork(step)
  }

  #launch(launch: Launch): void {
    this.onLaunch(launch)
    this.disk.codeAtLaunch.set(launch.key.agentId, this.git.code)
    this.launches.push(launch)
    const { item, lastSeq: version } = this.state
    this.#steps.start({ kind: 'agent', item, launch, version })
  }

  #adopt(key: LaunchKey): void {
    const found = this.#steps.adoptNow(key)
    const at = this.now
    switch (found.kind) {
      case 'running':
        if (!isRunAgentId(key.agentId)) return
        return void this.queue.push({ type: 'agent.started', at, key, agent: found.agent })
      case 'ended':
        return this.#ended(key, found)
      case 'lost':
      case 'never-started': {
        const cause = found.kind === 'lost' ? 'lost' : 'not-started'
        const lost = outcome({ status: 'failed', cause, sessionId: null })
        if (!isRunAgentId(key.agentId))
          return void this.queue.push({
            type: 'host-step.lost',
            at,
            key,
            ...NOTHING,
            outcome: lost,
          })
        return void this.queue.push({ type: 'agent.lost', at, key, outcome: lost, ranMs: null })
      }
      default:
        return found satisfies never
    }
  }

  #stop(key: LaunchKey): void {
    const end = this.#steps.stopNow(key, this.state.item)
    if (end !== null) this.#ended(key, end)
  }

  #ended(key: LaunchKey, { outcome: ended, ranMs, result }: StepEnd): void {
    const at = this.now
    if (!isRunAgentId(key.agentId))
      return void this.queue.push({
        type: 'host-step.ended',
        at,
        key,
        outcome: ended,
        ranMs,
        result: result ?? null,
      })
    this.queue.push({ type: 'agent.ended', at: this.now, key, outcome: ended, ranMs })
  }

  /** Reports changes of steps to the host until it dies. */
  #newSteps(): MemorySteps {
    const steps = new MemorySteps(this.#stepMemory)
    steps.onChange(({ key, end }) => {
      const agent = this.agents.get(key.agentId)?.launch.agent ?? ''
      if (end) this.#ended(key, end)
      else if (!isRunAgentId(key.agentId)) return
      else this.queue.push({ type: 'agent.started', at: this.now, key, agent })
    })
    return steps
  }
}
