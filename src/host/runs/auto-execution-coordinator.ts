import { isSpec, sameItem, type SpecItem } from '../../contracts/work-item.ts'
import { randomBytes, randomUUID } from 'node:crypto'
import type { PermissionAnswer } from '../../contracts/agent.ts'
import type { CommandId, RunId } from '../../contracts/ids.ts'
import type { ApprovablePhase, Phase } from '../../contracts/phases.ts'
import type { Precondition, Rejection } from '../../contracts/rejections.ts'
import { err, type Result } from '../../contracts/result.ts'
import type { RunFlags } from '../../contracts/run-flags.ts'
import type { AutoExecutionState } from '../../contracts/run-state.ts'
import type { Budget } from '../../contracts/spec-json.ts'
import type { Command } from '../../core/decide/events.ts'
import { validatePreconditions } from '../../core/workflow/refusals.ts'
import { situationOf } from '../../core/workflow/situation.ts'
import { initialState } from '../../core/state/evolve.ts'
import { workflowOf } from '../../core/workflow/workflows.ts'
import { getNextPermittedPhase } from '../../core/workflow/next-phase.ts'
import type { AgentStatusChange } from '../agents/status-listeners.ts'
import { EffectPerformer, ranMsOf, type PerformerDeps } from './effect-performer.ts'
import { failureOf } from './failure-words.ts'
import { readFacts } from '../files/read-facts.ts'
import { openOwner, type OpenedOwner } from './open-owner.ts'
import type { SpecOwner } from './owner.ts'
import { ItemMap } from '../items/item-map.ts'
import { itemDirOf, itemExists } from '../project/folders.ts'
import { removeRunMarker } from './run-marker.ts'
import { lastCompletedPhase } from '../../core/workflow/passed.ts'
import { isLive } from '../../core/workflow/refusals.ts'

export type CoordinatorDeps = Omit<PerformerDeps, 'onIdle'>
type Begun = { runId: RunId; phase: Phase | null }
type Answer<T> = Promise<Result<T, Rejection>>
type Changes = { go?: Phase[]; nogo?: Phase[] } & Partial<RunFlags>

/** Auto execution of any number of specs: one owner each, agents heard directly from the registry. */
export class AutoExecutionCoordinator {
  readonly #deps: CoordinatorDeps
  readonly #performer: EffectPerformer
  readonly #owners = new ItemMap<Slot, SpecItem>()
  /** The last run of each spec that this host began or took up. */
  readonly #begun = new ItemMap<RunId, SpecItem>()
  #unsubscribe: () => void = () => undefined
  #subscribeError: Rejection | null = null

  constructor(deps: CoordinatorDeps) {
    this.#deps = deps
    this.#performer = new EffectPerformer({ ...deps, onIdle: (owner) => this.#forget(owner) })
    try {
      this.#unsubscribe = deps.agents.onAgentStatusChange((change) => this.#heard(change))
    } catch (error) {
      this.#subscribeError = failureOf(error).rejection
    }
  }

  /** Starts, resumes what is paused, or takes over a run whose host died. */
  async start(item: SpecItem, changes: Changes = {}): Answer<Begun> {
    if (this.#subscribeError) return err(this.#subscribeError)
    const { go = [], nogo = [], ...flags } = changes
    const opened = await this.#open(item)
    if (opened.ok && isOrphaned(opened.value)) {
      const permitted = await this.permit(item, { go, nogo })
      return permitted.ok ? this.recover(item) : permitted
    }
    return this.#begin(item, { type: 'start', runId: newRunId(), go, nogo, ...flags })
  }

  async resume(item: SpecItem, flags: Partial<RunFlags> = {}): Answer<Begun> {
    const opened = await this.#open(item)
    if (opened.ok && isOrphaned(opened.value)) return this.recover(item)
    return this.#begin(item, { type: 'resume', runId: newRunId(), ...flags })
  }

  /** Goes on with a run that was at work when its host died. */
  async recover(item: SpecItem): Answer<Begun> {
    if (this.#subscribeError) return err(this.#subscribeError)
    const opened = await this.#open(item)
    if (!opened.ok) return opened
    const { owner, orphaned } = opened.value
    if (!orphaned && isLive(owner.state)) return err({ code: 'ALREADY_EXECUTING', item })
    // Taken before the first wait: two terminals may ask for the same run at once.
    opened.value.orphaned = false
    const begun = await this.#begin(item, { type: 'recover' })
    if (!begun.ok) opened.value.orphaned = orphaned
    return begun
  }

  /** A run without a host is given up for it, its agent ended. */
  async retryFrom(item: SpecItem, from: Phase, flags: Partial<RunFlags> = {}): Answer<Begun> {
    if (this.#subscribeError) return err(this.#subscribeError)
    const opened = await this.#open(item)
    if (opened.ok && isOrphaned(opened.value)) {
      const stopped = await this.stop(item)
      if (!stopped.ok) return stopped
    }
    return this.#begin(item, { type: 'retry', runId: newRunId(), from, ...flags })
  }

  runPhase(
    item: SpecItem,
    phase: Phase,
    how: { fix?: boolean } & Partial<RunFlags> = {},
  ): Answer<Begun> {
    return this.#begin(item, { type: 'run-phase', runId: newRunId(), phase, fix: false, ...how })
  }

  /** Resolves when the agent's whole process tree is dead. */
  async stop(item: SpecItem): Answer<{ changed: boolean }> {
    return this.#command(item, { type: 'stop' })
  }

  reset(item: SpecItem): Answer<{ changed: boolean }> {
    return this.#command(item, { type: 'reset' })
  }

  approve(item: SpecItem, phase: ApprovablePhase): Answer<null> {
    return this.#command(item, { type: 'approve', phase })
  }

  reject(item: SpecItem, phase: ApprovablePhase, reason: string): Answer<null> {
    return this.#command(item, { type: 'reject', phase, reason })
  }

  permit(item: SpecItem, changes: { go: Phase[]; nogo: Phase[] }): Answer<null> {
    return this.#command(item, { type: 'permit', ...changes })
  }

  budget(item: SpecItem, changes: Partial<Budget>): Answer<null> {
    return this.#command(item, { type: 'budget', changes })
  }

  /** The agent of a run whose host died cannot be reached before the run was taken up again. */
  async answer(
    item: SpecItem,
    answer: PermissionAnswer,
    questionId: string | null = null,
  ): Answer<null> {
    const opened = await this.#open(item)
    if (!opened.ok) return opened
    if (isOrphaned(opened.value)) return err({ code: 'NO_QUESTION', item })
    return this.#command(item, { type: 'answer', answer, questionId })
  }

  /** Nobody drives the agent of a run whose host died: then it is told at its next launch. */
  async tell(item: SpecItem, text: string, now = false): Answer<null> {
    const opened = await this.#open(item)
    if (!opened.ok) return opened
    const isDriven = !isOrphaned(opened.value)
    return this.#command(item, { type: 'tell', text, now: now && isDriven })
  }

  continueToNextReviewRound(item: SpecItem): Answer<Begun> {
    return this.resume(item)
  }

  async approveReviewAndContinue(item: SpecItem): Answer<Begun> {
    const approved = await this.approve(item, 'document-review')
    return approved.ok ? this.resume(item) : approved
  }

  /** The next phase that is GO, skipping NOGO ones: how bugs advance. Specs stop at NOGO instead. */
  getNextPermittedPhase(item: SpecItem): Phase | null {
    const facts = this.#facts(item)
    const fresh = initialState(item)
    const last = lastCompletedPhase(workflowOf(fresh), fresh, facts)
    return getNextPermittedPhase(last, facts.spec.permissions)
  }

  validatePreconditions(item: SpecItem, phase: Phase): Precondition[] {
    return validatePreconditions(situationOf(initialState(item), this.#facts(item)), phase)
  }

  async stateOf(item: SpecItem): Promise<AutoExecutionState | null> {
    const opened = await this.#open(item)
    return opened.ok ? opened.value.owner.state : null
  }

  /** Specs that are running or queued here. */
  async live(): Promise<SpecItem[]> {
    const items: SpecItem[] = []
    for (const item of this.#owners.items()) {
      const opened = await this.#owners.get(item)?.opening
      if (opened === undefined) continue
      const { owner, orphaned } = opened
      const { status } = owner.state
      if (!orphaned && (status === 'running' || status === 'queued')) items.push(item)
    }
    return items
  }

  /** Whether this host is at work on the spec's run. */
  drives(item: SpecItem): boolean {
    const opened = this.#owners.get(item)?.opened ?? null
    return opened !== null && !opened.orphaned && isLive(opened.owner.state)
  }

  driven(): SpecItem[] {
    return this.#owners.items().filter((item) => this.drives(item))
  }

  /** Why the spec's event log cannot be written; null when it can, or was not tried. */
  journalFailure(item: SpecItem): string | null {
    return this.#performer.journalFailure(item)
  }

  /** Takes the spec out of the way by `move`; a later one of that name begins from its own files. */
  async putAway(item: SpecItem, move: () => void): Answer<null> {
    const opened = await this.#open(item)
    if (!opened.ok) return this.#isUnused(item) ? this.#moveAway(item, move) : opened
    if (isOrphaned(opened.value)) {
      const stopped = await this.stop(item)
      if (!stopped.ok) return stopped
    }
    for (let slot = this.#owners.get(item); slot; slot = this.#owners.get(item)) {
      const { owner } = await slot.opening
      await owner.drain()
      if (isLive(owner.state)) return err({ code: 'ALREADY_EXECUTING', item })
      this.#forget(owner)
    }
    return this.#moveAway(item, move)
  }

  /** A damaged spec has no owner; without an agent at work it can still be put away. */
  #isUnused(item: SpecItem): boolean {
    const { folders, agents } = this.#deps
    if (!itemExists(folders, item) || this.#owners.has(item)) return false
    return agents.working().every((agent) => !sameItem(agent.item, item))
  }

  #moveAway(item: SpecItem, move: () => void): Result<null, Rejection> {
    try {
      move()
    } catch (error) {
      return err(failureOf(error).rejection)
    }
    removeRunMarker(this.#deps.folders, item)
    return { ok: true, value: null }
  }

  settingsChanged(): void {
    this.#performer.settingsChanged()
  }

  /** The documents changed on disk. */
  async filesChanged(item: SpecItem): Promise<void> {
    const told = await this.#withOwner(item, ({ owner }) => {
      owner.send({ type: 'files.changed', at: this.#performer.now() })
      return owner
    })
    if (told.ok) await told.value.drain()
  }

  async drain(): Promise<void> {
    for (const { opening } of this.#owners.values()) await (await opening).owner.drain()
  }

  /** Ends every run of this host: it cannot go on. */
  giveUp(error: unknown): void {
    const failure = failureOf(error)
    for (const { opened } of this.#owners.values()) {
      if (opened === null || opened.orphaned || !isLive(opened.owner.state)) continue
      const { runId } = opened.owner.state
      opened.owner.send({ type: 'effect.failed', at: this.#performer.now(), runId, failure })
    }
  }

  /** Stops listening and forgets everything; agents work on and can be adopted. */
  async dispose(): Promise<void> {
    this.#unsubscribe()
    this.#unsubscribe = () => undefined
    this.#performer.dispose()
    for (const { opening } of this.#owners.values()) {
      const { owner } = await opening
      await owner.drain()
      owner.journal.close()
    }
    this.#owners.clear()
  }

  #facts(item: SpecItem) {
    return readFacts({
      specDir: itemDirOf(this.#deps.folders, item),
      name: item.name,
      wanted: { reply: null, inspection: null, agents: false },
      settings: this.#deps.settings,
      look: null,
    })
  }

  async #begin(item: SpecItem, command: BareCommand): Answer<Begun> {
    if (this.#subscribeError) return err(this.#subscribeError)
    const begun = await this.#command<Begun>(item, command)
    if (begun.ok) this.#begun.set(item, begun.value.runId)
    return begun
  }

  async #command<T>(item: SpecItem, command: BareCommand): Answer<T> {
    const commandId = randomUUID() as string as CommandId
    const reply = this.#performer.awaitReply(commandId)
    const sent = await this.#withOwner(item, ({ owner }) => {
      const sameHost = this.#begun.get(item) === owner.state.runId
      owner.send({ ...command, commandId, sameHost, at: this.#performer.now() } as Command)
    })
    if (!sent.ok) return sent
    // What each command answers with is fixed by its handler in `decide`.
    return (await reply) as Result<T, Rejection>
  }

  async #open(item: SpecItem): Answer<OpenedOwner> {
    return this.#withOwner(item, (opened) => opened)
  }

  /**
   * `use` runs while the owner is certainly the spec's only one: no await may come in between.
   * An owner that is there is reached whatever became of its files.
   */
  async #withOwner<T>(item: SpecItem, use: (opened: OpenedOwner) => T): Answer<T> {
    for (;;) {
      if (!this.#owners.has(item) && !itemExists(this.#deps.folders, item))
        return err({ code: 'NOT_FOUND', item })
      const slot = this.#owners.get(item) ?? this.#load(item)
      try {
        const opened = await slot.opening
        if (this.#owners.get(item) === slot) return { ok: true, value: use(opened) }
      } catch (error) {
        if (this.#owners.get(item) === slot) this.#owners.delete(item)
        return err(failureOf(error).rejection)
      }
    }
  }

  #load(item: SpecItem): Slot {
    const opening = openOwner({ ...this.#deps, item, performer: this.#performer })
    const slot: Slot = { opening, opened: null }
    this.#owners.set(item, slot)
    slot.opening = opening.then((opened) => {
      slot.opened = opened
      return opened
    })
    return slot
  }

  /** Also for a spec that rests: an end that comes late is recorded, and moves nothing. */
  #heard(change: AgentStatusChange): void {
    const { item } = change
    if (isSpec(item)) void this.#withOwner(item, ({ owner }) => this.#tell(owner, change))
  }

  #tell(owner: SpecOwner, change: AgentStatusChange): void {
    const { key, status, outcome, question } = change
    const at = this.#performer.now()
    const agent = this.#deps.agents.get(key.agentId)
    if (agent) this.#deps.events.emit({ type: 'agent', agent })
    if (status === 'hang') return owner.send({ type: 'agent.hung', at, key })
    if (outcome)
      return owner.send({
        type: 'agent.ended',
        at,
        key,
        outcome,
        ranMs: ranMsOf(agent, outcome.cause === 'lost'),
      })
    if (question) {
      const until = Date.parse(question.askedAt) + this.#deps.settings.answerMs
      return owner.send({
        type: 'agent.asked',
        at,
        key,
        question,
        until: new Date(until).toISOString(),
      })
    }
    const isNews = owner.state.step?.agentId === key.agentId && owner.state.step.stage === 'running'
    if (isNews) return owner.send({ type: 'agent.unhung', at, key })
    owner.send({ type: 'agent.started', at, key, agent: agent?.agent ?? '' })
  }

  /** A spec that rests is read anew next time: its files may have changed meanwhile. */
  #forget(owner: SpecOwner): void {
    const { status } = owner.state
    if (status === 'running' || status === 'queued') return
    owner.journal.close()
    const { item } = owner
    if (!isSpec(item)) return
    if (this.#owners.get(item)?.opened?.owner === owner) this.#owners.delete(item)
  }
}

/** A stop has ended it meanwhile: then there is nothing to recover. */
const isOrphaned = ({ orphaned, owner }: OpenedOwner): boolean => orphaned && isLive(owner.state)

interface Slot {
  opening: Promise<OpenedOwner>
  /** Set once it is open: an owner that is still opening is not forgotten. */
  opened: OpenedOwner | null
}

type BareCommand = Command extends infer C
  ? C extends Command
    ? Omit<C, 'commandId' | 'at'>
    : never
  : never

const newRunId = (): RunId =>
  `run_${Date.now().toString(36)}${randomBytes(5).toString('hex')}` as RunId
