import { randomBytes, randomUUID } from 'node:crypto'
import type { PermissionAnswer } from '../../contracts/launch/agent.ts'
import type { CommandId, RunId } from '../../contracts/ids.ts'
import type { WorkItem } from '../../contracts/work-item.ts'
import { ItemMap } from '../items/item-map.ts'
import type { ApprovablePhase, Phase } from '../../contracts/phases.ts'
import type { Precondition, Rejection } from '../../contracts/rejections.ts'
import { err, ok, type Result } from '../../contracts/result.ts'
import type { RunFlags } from '../../contracts/launch/run-flags.ts'
import type { AutoExecutionState } from '../../contracts/run-state.ts'
import type { Budget } from '../../contracts/spec-json.ts'
import type { CalledBy } from '../../contracts/called-by.ts'
import type { Begun, CommandAnswer, CommandInput, CommandName } from '../../contracts/commands.ts'
import { validatePreconditions } from '../../core/workflow/rules/allowed-acts.ts'
import { situationOf } from '../../core/workflow/situation.ts'
import type { AnsweredCommand } from '../../contracts/journal.ts'
import type { ReplyValue } from '../../core/decide/effects.ts'
import type { Happening } from '../../core/decide/events.ts'
import { firstAnswer } from '../../core/decide/repeated-command.ts'
import { initialState } from '../../core/state/evolve.ts'
import { workflowOf } from '../../core/workflow/workflows.ts'
import { getNextPermittedPhase } from '../../core/workflow/next-phase.ts'
import type { LocalItems } from '../items/local-items.ts'
import type { FileJournals } from '../journal/file-journals.ts'
import { BaseQueues } from './base-queues.ts'
import { EffectPerformer } from './effect-performer.ts'
import type { EffectParts } from './effects/effect-parts.ts'
import { FairQueue } from './fair-queue.ts'
import { failureOf } from './failure-words.ts'
import type { OpenedOwner } from './open-owner.ts'
import type { SpecOwner } from './owner.ts'
import { Owners } from './owners.ts'
import { Replies } from './replies.ts'
import { notifyOwner } from './step-news.ts'
import { StepTimers } from './step-timers.ts'
import { WaitTimers } from './wait-timers.ts'
import { followedWorkflow } from '../../core/workflow/recorded-workflow.ts'
import { lastCompletedPhase } from '../../core/workflow/passed.ts'
import { isLive } from '../../core/workflow/rules/allowed-acts.ts'
import { isTimed } from '../../core/state/passing.ts'

/** The ports, and what else the coordinator needs from its host. */
export interface CoordinatorParts extends Pick<
  EffectParts,
  'steps' | 'slots' | 'tree' | 'settings' | 'events'
> {
  items: LocalItems
  journals: FileJournals
  now: () => Date
}

type Answer<T> = Promise<Result<T, Rejection>>
type Changes = { go?: Phase[]; nogo?: Phase[] } & Partial<RunFlags>

/** Auto execution of any number of items, with one owner each; agents report through `steps`. */
export class AutoExecutionCoordinator {
  readonly #parts: EffectParts & { items: LocalItems; timers: StepTimers; waits: WaitTimers }
  readonly #performer: EffectPerformer
  readonly #owners: Owners
  /** The last run of each spec that this host started or recovered. */
  readonly #begun = new ItemMap<RunId>()
  #unsubscribe: () => void = () => undefined
  #subscribeError: Rejection | null = null

  constructor({ journals, now, ...parts }: CoordinatorParts) {
    this.#parts = {
      ...parts,
      bases: new BaseQueues(() => new FairQueue(() => 1)),
      timers: new StepTimers(),
      waits: new WaitTimers(now),
      replies: new Replies(),
      now: () => now().toISOString(),
    }
    this.#performer = new EffectPerformer(this.#parts, (owner) => this.#owners.forget(owner))
    this.#owners = new Owners({ ...this.#parts, journals, performer: this.#performer })
    try {
      // Also for an idle spec: a late end is recorded, but has no other effect.
      this.#unsubscribe = parts.steps.onChange((change) => {
        const { item } = change
        void this.#owners.with(item, ({ owner }) => notifyOwner(this.#parts, owner, change))
      })
    } catch (error) {
      this.#subscribeError = failureOf(error).rejection
    }
  }

  /** Handles every command, and first whatever a run with a crashed host needs. */
  async command<M extends CommandName>(request: CommandRequest<M>): Answer<CommandAnswer<M>>
  async command(request: CommandRequest): Answer<unknown> {
    if (this.#subscribeError && BEGINS.has(request.type)) return err(this.#subscribeError)
    const opened = await this.#owners.open(request.item)
    const first = opened.ok ? firstAnswerTo(request, opened.value.owner) : null
    if (opened.ok && first !== null) return this.#answerAgain(request, opened.value, first)
    if (request.type === 'recover') return this.#recover(request)
    if (!opened.ok || !isOrphaned(opened.value)) return this.#send(request)
    return this.#withoutHost(request)
  }

  /** The run that it began may have lost its host since: then this one takes it over. */
  async #answerAgain(
    request: CommandRequest,
    opened: OpenedOwner,
    { answer }: AnsweredCommand,
  ): Answer<unknown> {
    const { item, calledBy } = request
    const hasBegun = answer !== null && 'runId' in answer
    if (hasBegun && isOrphaned(opened) && opened.owner.state.runId === answer.runId) {
      const recovered = await this.#recover({ item, calledBy })
      if (!recovered.ok) return recovered
    }
    return this.#deliver(request)
  }

  /** The agent of a run whose host crashed cannot be reached before the run is recovered. */
  async #withoutHost(request: CommandRequest): Answer<unknown> {
    const { item, calledBy, commandId } = request
    const first = (part: string) => ({
      item,
      calledBy,
      ...(commandId === undefined ? {} : { commandId: `${commandId}.${part}` as CommandId }),
    })
    if (request.type === 'answer') return err({ code: 'NO_QUESTION', item })
    if (request.type === 'tell') return this.#send({ ...request, now: false })
    if (request.type === 'resume') return this.#recover({ item, calledBy, commandId })
    if (request.type === 'retry') {
      const stopped = await this.#send({ type: 'stop', ...first('stop') })
      return stopped.ok ? this.#send(request) : stopped
    }
    if (request.type !== 'start') return this.#send(request)
    const { go, nogo } = request
    const permitted = await this.#send({ type: 'permit', go, nogo, ...first('permit') })
    return permitted.ok ? this.#recover({ item, calledBy, commandId }) : permitted
  }

  async #recover({
    item,
    calledBy,
    commandId,
  }: Pick<CommandRequest, 'item' | 'calledBy' | 'commandId'>): Answer<unknown> {
    const opened = await this.#owners.open(item)
    if (!opened.ok) return opened
    const { owner, orphaned } = opened.value
    if (!orphaned && isLive(owner.state)) return err({ code: 'ALREADY_EXECUTING', item })
    // Set before the first await: two terminals may ask for the same run at once.
    opened.value.orphaned = false
    const begun = await this.#send({ type: 'recover', item, calledBy, commandId })
    if (!begun.ok) opened.value.orphaned = orphaned
    return begun
  }

  start(item: WorkItem, { go = [], nogo = [], ...flags }: Changes = {}): Answer<Begun> {
    return this.command({ type: 'start', item, go, nogo, ...flags, calledBy: ITSELF })
  }

  resume(item: WorkItem, flags: Partial<RunFlags> = {}): Answer<Begun> {
    return this.command({ type: 'resume', item, ...flags, calledBy: ITSELF })
  }

  /** Continues a run that was active when its host crashed. */
  recover(item: WorkItem): Answer<Begun> {
    return this.command({ type: 'recover', item, calledBy: ITSELF })
  }

  /** A run without a host is given up first, and its agent stopped. */
  retryFrom(item: WorkItem, from: Phase, flags: Partial<RunFlags> = {}): Answer<Begun> {
    return this.command({ type: 'retry', item, from, ...flags, calledBy: ITSELF })
  }

  runPhase(
    item: WorkItem,
    phase: Phase,
    how: { fix?: boolean } & Partial<RunFlags> = {},
  ): Answer<Begun> {
    return this.command({ type: 'runPhase', item, phase, fix: false, ...how, calledBy: ITSELF })
  }

  /** Resolves when the agent's whole process tree is dead. */
  stop(item: WorkItem): Answer<{ changed: boolean }> {
    return this.command({ type: 'stop', item, calledBy: ITSELF })
  }

  reset(item: WorkItem): Answer<{ changed: boolean }> {
    return this.command({ type: 'reset', item, calledBy: ITSELF })
  }

  approve(item: WorkItem, phase: ApprovablePhase): Answer<null | Begun> {
    return this.command({ type: 'approve', item, phase, calledBy: ITSELF })
  }

  reject(item: WorkItem, phase: ApprovablePhase, reason: string): Answer<null | Begun> {
    return this.command({ type: 'reject', item, phase, reason, calledBy: ITSELF })
  }

  permit(item: WorkItem, changes: { go: Phase[]; nogo: Phase[] }): Answer<null | Begun> {
    return this.command({ type: 'permit', item, ...changes, calledBy: ITSELF })
  }

  budget(item: WorkItem, changes: Partial<Budget>): Answer<null | Begun> {
    return this.command({ type: 'budget', item, ...changes, calledBy: ITSELF })
  }

  answer(
    item: WorkItem,
    answer: PermissionAnswer,
    questionId: string | null = null,
  ): Answer<null | Begun> {
    return this.command({ type: 'answer', item, answer, questionId, calledBy: ITSELF })
  }

  tell(item: WorkItem, text: string, now = false): Answer<null | Begun> {
    return this.command({ type: 'tell', item, text, now, calledBy: ITSELF })
  }

  continueToNextReviewRound(item: WorkItem): Answer<Begun> {
    return this.resume(item)
  }

  async approveReviewAndContinue(item: WorkItem): Answer<Begun> {
    const approval = { item, phase: 'document-review', andThen: 'resume' } as const
    const reply = await this.command({ type: 'approve', ...approval, calledBy: ITSELF })
    if (!reply.ok) return reply
    if (reply.value === null) throw new Error('what follows an approval was not answered')
    return ok(reply.value)
  }

  /** The next phase that is GO, skipping NOGO ones, as bugs advance. Specs stop at NOGO instead. */
  getNextPermittedPhase(item: WorkItem): Phase | null {
    const facts = this.#parts.items.glance(item)
    const fresh = initialState(item)
    const workflow = workflowOf({ workflow: followedWorkflow(fresh, facts.specJson) })
    const last = lastCompletedPhase(workflow, fresh, facts)
    return getNextPermittedPhase(last, facts.spec.permissions, workflow)
  }

  validatePreconditions(item: WorkItem, phase: Phase): Precondition[] {
    return validatePreconditions(
      situationOf(initialState(item), this.#parts.items.glance(item)),
      phase,
    )
  }

  async stateOf(item: WorkItem): Promise<AutoExecutionState | null> {
    const opened = await this.#owners.open(item)
    return opened.ok ? opened.value.owner.state : null
  }

  /** Specs that are running or queued here. */
  async live(): Promise<WorkItem[]> {
    const opened = await this.#owners.all()
    return opened.flatMap(({ owner, orphaned }) => {
      const { status } = owner.state
      const isLiveHere = !orphaned && (status === 'running' || status === 'queued')
      return isLiveHere ? [owner.item] : []
    })
  }

  /** Whether this host is working on the spec's run. */
  drives(item: WorkItem): boolean {
    return this.#owners.drives(item)
  }

  driven(): WorkItem[] {
    return this.#owners.driven().map(({ item }) => item)
  }

  /** Why the spec's event log cannot be written; null when it can, or was not tried. */
  journalFailure(item: WorkItem): string | null {
    return this.#performer.journalFailure(item)
  }

  /** Archives or deletes the spec by `move`; a later one of that name starts from its own files. */
  async putAway(item: WorkItem, move: () => void): Answer<null> {
    const opened = await this.#owners.open(item)
    if (!opened.ok) return this.#isUnused(item) ? this.#moveAway(item, move) : opened
    if (isOrphaned(opened.value)) {
      const stopped = await this.stop(item)
      if (!stopped.ok) return stopped
    }
    const isFree = await this.#owners.closeIdle(item)
    if (!isFree) return err({ code: 'ALREADY_EXECUTING', item })
    return this.#moveAway(item, move)
  }

  /** A damaged spec has no owner; without a running agent it can still be archived. */
  #isUnused(item: WorkItem): boolean {
    const { items, steps } = this.#parts
    return items.exists(item) && !this.#owners.has(item) && !steps.isWorkingOn(item)
  }

  #moveAway(item: WorkItem, move: () => void): Result<null, Rejection> {
    try {
      move()
    } catch (error) {
      return err(failureOf(error).rejection)
    }
    this.#parts.items.putAway(item)
    return { ok: true, value: null }
  }

  /** The limit of concurrent runs may have been raised. */
  settingsChanged(): void {
    void this.#parts.slots.admit()
  }

  /** A run here has an agent, a check or a git act at work, or is about to start one. */
  isWorking(): boolean {
    return this.#owners
      .driven()
      .some(({ state }) => state.status === 'running' && !isTimed(state.waitingFor))
  }

  /** Puts back what agents have changed in the item's record and event log. */
  async putBack(item: WorkItem): Promise<void> {
    const reached = await this.#owners.with(item, ({ owner }) => {
      owner.send({ type: 'files.changed', at: this.#parts.now() })
      return owner
    })
    if (reached.ok) await reached.value.drain()
  }

  /** Call when the documents changed on disk. */
  async filesChanged(item: WorkItem): Promise<void> {
    if (this.#owners.has(item) || this.#parts.items.hasRecord(item)) await this.putBack(item)
  }

  /** Adds the cost of a question about the item to the item's cost. */
  async askEnded(item: WorkItem, end: Omit<AskEnd, 'type' | 'at'>): Promise<void> {
    const reached = await this.#owners.with(item, ({ owner }) => {
      owner.send({ type: 'ask.ended', at: this.#parts.now(), ...end })
      return owner
    })
    if (reached.ok) await reached.value.drain()
  }

  async drain(): Promise<void> {
    for (const { owner } of await this.#owners.all()) await owner.drain()
  }

  /** Ends every run of this host, which cannot continue. */
  giveUp(error: unknown): void {
    const failure = failureOf(error)
    for (const owner of this.#owners.driven()) {
      const { runId } = owner.state
      owner.send({ type: 'effect.failed', at: this.#parts.now(), runId, failure })
    }
  }

  /** Stops listening and forgets everything; agents keep running and can be adopted. */
  async dispose(): Promise<void> {
    this.#unsubscribe()
    this.#unsubscribe = () => undefined
    this.#parts.timers.dispose()
    this.#parts.waits.dispose()
    await this.#owners.close()
  }

  async #send(request: CommandRequest): Answer<unknown> {
    const answer = await this.#deliver(request)
    if (answer.ok && answer.value !== null && 'runId' in answer.value)
      this.#begun.set(request.item, answer.value.runId)
    return answer
  }

  async #deliver({
    item,
    commandId = randomUUID() as string as CommandId,
    ...command
  }: CommandRequest): Answer<ReplyValue> {
    const runId = newRunId()
    const sent = await this.#owners.with(item, ({ owner }) => {
      const reply = this.#parts.replies.await(commandId)
      const sameHost = this.#begun.get(item) === owner.state.runId
      owner.send({ runId, ...command, commandId, sameHost, at: this.#parts.now() })
      return { reply }
    })
    return sent.ok ? sent.value.reply : sent
  }
}

/** How it was answered when it arrived before; null if it was never accepted. */
const firstAnswerTo = ({ commandId }: CommandRequest, { state }: SpecOwner) =>
  commandId === undefined ? null : firstAnswer(state, commandId)

/** False once a stop has ended the run: then there is nothing to recover. */
const isOrphaned = ({ orphaned, owner }: OpenedOwner): boolean => orphaned && isLive(owner.state)

type AskEnd = Extract<Happening, { type: 'ask.ended' }>

/** A command and the item it is for. */
export type CommandRequest<M extends CommandName = CommandName> = {
  [N in M]: { type: N; calledBy: CalledBy; commandId?: CommandId | undefined } & CommandInput<N>
}[M]

/** Not triggered by the user, for example a host that recovers another one's runs. */
const ITSELF: CalledBy = { kind: 'auto-execution' }

/** Refused without a subscription: the end of what they start would go unnoticed. */
const BEGINS: ReadonlySet<CommandName> = new Set([
  'start',
  'recover',
  'retry',
  'runPhase',
  'resume',
])

const newRunId = (): RunId =>
  `run_${Date.now().toString(36)}${randomBytes(5).toString('hex')}` as RunId
