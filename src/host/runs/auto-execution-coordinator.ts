import { randomBytes, randomUUID } from 'node:crypto'
import type { PermissionAnswer } from '../../contracts/agent.ts'
import type { FeatureName, CommandId, RunId } from '../../contracts/ids.ts'
import type { ApprovablePhase, Phase } from '../../contracts/phases.ts'
import type { Precondition, Rejection } from '../../contracts/rejections.ts'
import { err, type Result } from '../../contracts/result.ts'
import type { RunFlags } from '../../contracts/run-flags.ts'
import type { AutoExecutionState } from '../../contracts/run-state.ts'
import type { Budget } from '../../contracts/spec-json.ts'
import type { Command } from '../../core/decide/events.ts'
import { isLive } from '../../core/handlers/begin.ts'
import { validatePreconditions } from '../../core/handlers/manual.ts'
import { initialState } from '../../core/state/evolve.ts'
import { workflowOf } from '../../core/workflow/workflows.ts'
import { getNextPermittedPhase } from '../../core/workflow/next-phase.ts'
import type { AgentStatusChange } from '../agents/status-listeners.ts'
import { EffectPerformer, ranMsOf, type PerformerDeps } from './effect-performer.ts'
import { failureOf } from './failure-words.ts'
import { readFacts } from '../files/read-facts.ts'
import { openOwner, type OpenedOwner } from './open-owner.ts'
import type { SpecOwner } from './owner.ts'
import { specDirOf, specExists } from '../project/folders.ts'
import { removeRunMarker } from './run-marker.ts'
import { lastCompletedPhase } from '../../core/workflow/passed.ts'

export type CoordinatorDeps = Omit<PerformerDeps, 'onIdle'>
type Begun = { runId: RunId; phase: Phase | null }
type Answer<T> = Promise<Result<T, Rejection>>
type Changes = { go?: Phase[]; nogo?: Phase[] } & Partial<RunFlags>

/** Auto execution of any number of specs: one owner each, agents heard directly from the registry. */
export class AutoExecutionCoordinator {
  readonly #deps: CoordinatorDeps
  readonly #performer: EffectPerformer
  readonly #owners = new Map<FeatureName, Slot>()
  /** The last run of each spec that this host began or took up. */
  readonly #begun = new Map<FeatureName, RunId>()
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
  async start(feature: FeatureName, changes: Changes = {}): Answer<Begun> {
    if (this.#subscribeError) return err(this.#subscribeError)
    const { go = [], nogo = [], ...flags } = changes
    const opened = await this.#open(feature)
    if (opened.ok && isOrphaned(opened.value)) {
      const permitted = await this.permit(feature, { go, nogo })
      return permitted.ok ? this.recover(feature) : permitted
    }
    return this.#begin(feature, { type: 'start', runId: newRunId(), go, nogo, ...flags })
  }

  async resume(feature: FeatureName, flags: Partial<RunFlags> = {}): Answer<Begun> {
    const opened = await this.#open(feature)
    if (opened.ok && isOrphaned(opened.value)) return this.recover(feature)
    return this.#begin(feature, { type: 'resume', runId: newRunId(), ...flags })
  }

  /** Goes on with a run that was at work when its host died. */
  async recover(feature: FeatureName): Answer<Begun> {
    if (this.#subscribeError) return err(this.#subscribeError)
    const opened = await this.#open(feature)
    if (!opened.ok) return opened
    const { owner, orphaned } = opened.value
    if (!orphaned && isLive(owner.state)) return err({ code: 'ALREADY_EXECUTING', feature })
    // Taken before the first wait: two terminals may ask for the same run at once.
    opened.value.orphaned = false
    const begun = await this.#begin(feature, { type: 'recover' })
    if (!begun.ok) opened.value.orphaned = orphaned
    return begun
  }

  /** A run without a host is given up for it, its agent ended. */
  async retryFrom(feature: FeatureName, from: Phase, flags: Partial<RunFlags> = {}): Answer<Begun> {
    if (this.#subscribeError) return err(this.#subscribeError)
    const opened = await this.#open(feature)
    if (opened.ok && isOrphaned(opened.value)) {
      const stopped = await this.stop(feature)
      if (!stopped.ok) return stopped
    }
    return this.#begin(feature, { type: 'retry', runId: newRunId(), from, ...flags })
  }

  runPhase(
    feature: FeatureName,
    phase: Phase,
    how: { fix?: boolean } & Partial<RunFlags> = {},
  ): Answer<Begun> {
    return this.#begin(feature, { type: 'run-phase', runId: newRunId(), phase, fix: false, ...how })
  }

  /** Resolves when the agent's whole process tree is dead. */
  async stop(feature: FeatureName): Answer<{ changed: boolean }> {
    return this.#command(feature, { type: 'stop' })
  }

  reset(feature: FeatureName): Answer<{ changed: boolean }> {
    return this.#command(feature, { type: 'reset' })
  }

  approve(feature: FeatureName, phase: ApprovablePhase): Answer<null> {
    return this.#command(feature, { type: 'approve', phase })
  }

  reject(feature: FeatureName, phase: ApprovablePhase, reason: string): Answer<null> {
    return this.#command(feature, { type: 'reject', phase, reason })
  }

  permit(feature: FeatureName, changes: { go: Phase[]; nogo: Phase[] }): Answer<null> {
    return this.#command(feature, { type: 'permit', ...changes })
  }

  budget(feature: FeatureName, changes: Partial<Budget>): Answer<null> {
    return this.#command(feature, { type: 'budget', changes })
  }

  /** The agent of a run whose host died cannot be reached before the run was taken up again. */
  async answer(
    feature: FeatureName,
    answer: PermissionAnswer,
    questionId: string | null = null,
  ): Answer<null> {
    const opened = await this.#open(feature)
    if (!opened.ok) return opened
    if (isOrphaned(opened.value)) return err({ code: 'NO_QUESTION', feature })
    return this.#command(feature, { type: 'answer', answer, questionId })
  }

  /** Nobody drives the agent of a run whose host died: then it is told at its next launch. */
  async tell(feature: FeatureName, text: string, now = false): Answer<null> {
    const opened = await this.#open(feature)
    if (!opened.ok) return opened
    const isDriven = !isOrphaned(opened.value)
    return this.#command(feature, { type: 'tell', text, now: now && isDriven })
  }

  continueToNextReviewRound(feature: FeatureName): Answer<Begun> {
    return this.resume(feature)
  }

  async approveReviewAndContinue(feature: FeatureName): Answer<Begun> {
    const approved = await this.approve(feature, 'document-review')
    return approved.ok ? this.resume(feature) : approved
  }

  /** The next phase that is GO, skipping NOGO ones: how bugs advance. Specs stop at NOGO instead. */
  getNextPermittedPhase(feature: FeatureName): Phase | null {
    const facts = this.#facts(feature)
    const fresh = initialState(feature)
    const last = lastCompletedPhase(workflowOf(fresh), fresh, facts)
    return getNextPermittedPhase(last, facts.spec.permissions)
  }

  validatePreconditions(feature: FeatureName, phase: Phase): Precondition[] {
    return validatePreconditions(phase, this.#facts(feature), initialState(feature))
  }

  async stateOf(feature: FeatureName): Promise<AutoExecutionState | null> {
    const opened = await this.#open(feature)
    return opened.ok ? opened.value.owner.state : null
  }

  /** Specs that are running or queued here. */
  async live(): Promise<FeatureName[]> {
    const features: FeatureName[] = []
    for (const [feature, { opening }] of this.#owners) {
      const { owner, orphaned } = await opening
      const { status } = owner.state
      if (!orphaned && (status === 'running' || status === 'queued')) features.push(feature)
    }
    return features
  }

  /** Whether this host is at work on the spec's run. */
  drives(feature: FeatureName): boolean {
    const opened = this.#owners.get(feature)?.opened ?? null
    return opened !== null && !opened.orphaned && isLive(opened.owner.state)
  }

  driven(): FeatureName[] {
    return [...this.#owners.keys()].filter((feature) => this.drives(feature))
  }

  /** Why the spec's event log cannot be written; null when it can, or was not tried. */
  journalFailure(feature: FeatureName): string | null {
    return this.#performer.journalFailure(feature)
  }

  /** Takes the spec out of the way by `move`; a later one of that name begins from its own files. */
  async putAway(feature: FeatureName, move: () => void): Answer<null> {
    const opened = await this.#open(feature)
    if (!opened.ok) return this.#isUnused(feature) ? this.#moveAway(feature, move) : opened
    if (isOrphaned(opened.value)) {
      const stopped = await this.stop(feature)
      if (!stopped.ok) return stopped
    }
    for (let slot = this.#owners.get(feature); slot; slot = this.#owners.get(feature)) {
      const { owner } = await slot.opening
      await owner.drain()
      if (isLive(owner.state)) return err({ code: 'ALREADY_EXECUTING', feature })
      this.#forget(owner)
    }
    return this.#moveAway(feature, move)
  }

  /** A damaged spec has no owner; without an agent at work it can still be put away. */
  #isUnused(feature: FeatureName): boolean {
    const { folders, agents } = this.#deps
    if (!specExists(folders, feature) || this.#owners.has(feature)) return false
    return agents.working().every((agent) => agent.feature !== feature)
  }

  #moveAway(feature: FeatureName, move: () => void): Result<null, Rejection> {
    try {
      move()
    } catch (error) {
      return err(failureOf(error).rejection)
    }
    removeRunMarker(this.#deps.folders, feature)
    return { ok: true, value: null }
  }

  settingsChanged(): void {
    this.#performer.settingsChanged()
  }

  /** The documents changed on disk. */
  async filesChanged(feature: FeatureName): Promise<void> {
    const told = await this.#withOwner(feature, ({ owner }) => {
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

  #facts(feature: FeatureName) {
    return readFacts({
      specDir: specDirOf(this.#deps.folders, feature),
      feature,
      wanted: { reply: null, inspection: null, agents: false },
      settings: this.#deps.settings,
      look: null,
    })
  }

  async #begin(feature: FeatureName, command: BareCommand): Answer<Begun> {
    if (this.#subscribeError) return err(this.#subscribeError)
    const begun = await this.#command<Begun>(feature, command)
    if (begun.ok) this.#begun.set(feature, begun.value.runId)
    return begun
  }

  async #command<T>(feature: FeatureName, command: BareCommand): Answer<T> {
    const commandId = randomUUID() as string as CommandId
    const reply = this.#performer.awaitReply(commandId)
    const sent = await this.#withOwner(feature, ({ owner }) => {
      const sameHost = this.#begun.get(feature) === owner.state.runId
      owner.send({ ...command, commandId, sameHost, at: this.#performer.now() } as Command)
    })
    if (!sent.ok) return sent
    // What each command answers with is fixed by its handler in `decide`.
    return (await reply) as Result<T, Rejection>
  }

  async #open(feature: FeatureName): Answer<OpenedOwner> {
    return this.#withOwner(feature, (opened) => opened)
  }

  /**
   * `use` runs while the owner is certainly the spec's only one: no await may come in between.
   * An owner that is there is reached whatever became of its files.
   */
  async #withOwner<T>(feature: FeatureName, use: (opened: OpenedOwner) => T): Answer<T> {
    for (;;) {
      if (!this.#owners.has(feature) && !specExists(this.#deps.folders, feature))
        return err({ code: 'NOT_FOUND', feature })
      const slot = this.#owners.get(feature) ?? this.#load(feature)
      try {
        const opened = await slot.opening
        if (this.#owners.get(feature) === slot) return { ok: true, value: use(opened) }
      } catch (error) {
        if (this.#owners.get(feature) === slot) this.#owners.delete(feature)
        return err(failureOf(error).rejection)
      }
    }
  }

  #load(feature: FeatureName): Slot {
    const opening = openOwner({ ...this.#deps, feature, performer: this.#performer })
    const slot: Slot = { opening, opened: null }
    this.#owners.set(feature, slot)
    slot.opening = opening.then((opened) => {
      slot.opened = opened
      return opened
    })
    return slot
  }

  /** Also for a spec that rests: an end that comes late is recorded, and moves nothing. */
  #heard(change: AgentStatusChange): void {
    void this.#withOwner(change.feature, ({ owner }) => this.#tell(owner, change))
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
    const feature = owner.feature as FeatureName
    if (this.#owners.get(feature)?.opened?.owner === owner) this.#owners.delete(feature)
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
