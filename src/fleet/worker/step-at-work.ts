import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises'
import type { AgentId } from '../../contracts/ids.ts'
import type { LaunchKey, PermissionAnswer } from '../../contracts/launch/agent.ts'
import type { Config } from '../../core/settings/config-schema.ts'
import { AgentPulse } from '../../host/agents/agent-pulse.ts'
import { AgentRegistry } from '../../host/agents/agent-registry.ts'
import { builtInDrivers } from '../../host/agents/drivers/built-in.ts'
import type { StepEnd, StepRequestOf } from '../../host/ports/step-runner.ts'
import { foldersOf } from '../../host/project/folders.ts'
import { HostGround } from '../../host/project/host-ground.ts'
import { LocalSteps } from '../../host/steps/local-steps.ts'
import { settingsFrom } from '../../host/config/settings.ts'
import { isCommandOf } from '../../host/trust/trusted-commands.ts'
import { configOf } from '../database/project-settings.ts'
import {
  NotCurrent,
  NotUnderstood,
  type GivenStep,
  type WorkerCalls,
} from '../gateway/worker-calls.ts'
import { PushRefused } from '../git/branch-push.ts'
import { actingHere } from './acting-here.ts'
import type { Guard } from './guard.ts'
import { folderName, type ItemWorkspace } from './item-workspace.ts'
import { steadyMs } from './lease-times.ts'
import type { Lease } from './lease.ts'
import { NewestReport } from './newest-report.ts'
import { pumpOutput } from './output-pump.ts'
import { isSetUp, setUpBefore } from './set-up.ts'
import type { WorkerTrust } from './worker-trust.ts'
import { failedWith, NotTrusted, NOT_ENDED, SetUpFailed, type StepResult } from './step-ends.ts'

const RETRY_MS = 200
const AWAY_MS = 500
const MAX_AWAY_MS = 30_000

/** The step that comes after one, and when it was asked for. */
export interface NextStep {
  given: GivenStep
  askedAt: number
}

/** Prepares the workspace, as long as the attempt belongs to this worker. */
export type OpenStep = (assertCurrent: () => Promise<void>) => Promise<ItemWorkspace>

interface StepParts {
  calls: WorkerCalls
  /** Identifies the request for the next step; null when none is wanted. */
  nextClaim: () => string | null
  lease: Lease
  guard: Guard | undefined
  /** To be called before a process starts that `processIds` did not name yet. */
  guardProcesses: () => void
  trust: WorkerTrust
  open: OpenStep
  env: NodeJS.ProcessEnv
  reportError: (error: unknown) => void
}

/** One attempt on this worker: the same steps as on one machine, in the worktree of its item. */
export class StepAtWork {
  readonly agentId: AgentId
  readonly #parts: StepParts
  readonly #given: GivenStep
  #agents: AgentRegistry | null = null
  #steps: LocalSteps | null = null
  #setUpKey: LaunchKey | null = null
  readonly #stopped = new AbortController()

  constructor(parts: StepParts, given: GivenStep) {
    this.#parts = parts
    this.#given = given
    this.agentId = given.request.launch.key.agentId
  }

  /** The agents of this attempt that may be running as processes. */
  get processIds(): AgentId[] {
    return this.#setUpKey === null ? [this.agentId] : [this.agentId, this.#setUpKey.agentId]
  }

  get #isStopped(): boolean {
    return this.#stopped.signal.aborted
  }

  /** Attempts with the same folder must not run at the same time. */
  get folder(): string {
    return folderName(this.#given)
  }

  /**
   * Resolves when nothing of it runs any more and its end is reported or obsolete; returns the next
   * step, if it was given one.
   */
  async run(): Promise<NextStep | null> {
    try {
      const result = await this.#result()
      return result === null ? null : await this.#tell(result)
    } finally {
      await this.stop()
      this.#agents?.dispose()
    }
  }

  /** Null when nothing is to be reported. */
  async #result(): Promise<StepResult | null> {
    if (this.#isStopped) return null
    let hasBegun = false
    try {
      const workspace = await this.#parts.open(() => this.#assertCurrent())
      const end = this.#isStopped ? null : await this.#work(workspace)
      hasBegun = true
      if (end === null || this.#isStopped) return null
      // Lets the guardian's report be read, which it wrote before it ended the agent.
      await nextTurn()
      if (this.#parts.guard?.hasEnded(this.agentId) === true) return NOT_ENDED
      const away = (before: number, error: Error) => this.#away(before, error)
      return { ...(await workspace.finish(end, away)), isLost: false }
    } catch (error) {
      if (this.#isStopped || error instanceof PushRefused || error instanceof NotCurrent)
        return null
      return failedWith(error, hasBegun)
    }
  }

  /** The repository cannot be reached: waits, then the push is tried again. */
  async #away(before: number, error: Error): Promise<void> {
    if (before === 0) this.#parts.reportError(error)
    const waitMs = Math.min(AWAY_MS * 2 ** before, MAX_AWAY_MS)
    await pause(waitMs, undefined, { signal: this.#stopped.signal }).catch(ignored)
    if (this.#isStopped) throw new NotCurrent(this.agentId)
  }

  async #assertCurrent(): Promise<void> {
    while (!this.#isStopped) {
      try {
        return await this.#parts.calls.assertCurrent(this.agentId)
      } catch (error) {
        if (error instanceof NotCurrent) throw error
        await pause(RETRY_MS)
      }
    }
    throw new NotCurrent(this.agentId)
  }

  /** Retries until stopped: losing the coordinator must not lose the work. */
  async #tell(result: StepResult): Promise<NextStep | null> {
    const { calls, nextClaim } = this.#parts
    const ended = { ...result, claim: nextClaim() }
    while (!this.#isStopped) {
      const askedAt = steadyMs()
      try {
        const given = await calls.ended(this.agentId, ended)
        return given && { given, askedAt }
      } catch (error) {
        if (error instanceof NotUnderstood) this.#parts.reportError(error)
        if (error instanceof NotCurrent || error instanceof NotUnderstood) return null
        await pause(RETRY_MS)
      }
    }
    return null
  }

  /** Its lease has run out, or a person stopped it: ends the whole process tree. */
  async stop(): Promise<void> {
    this.#stopped.abort()
    const { request } = this.#given
    await this.#steps?.stop(request.launch.key, request.item)
    if (this.#setUpKey !== null) await this.#steps?.stop(this.#setUpKey, request.item)
    await this.#agents?.drain()
  }

  answer(questionId: string, answer: PermissionAnswer): void {
    this.#steps?.answer(this.#given.request.launch.key, questionId, answer)
  }

  async #work(workspace: ItemWorkspace): Promise<StepEnd> {
    const { dir, request } = workspace
    const { env, lease, calls } = this.#parts
    const folders = foldersOf(dir, env)
    const config = configOf(this.#given)
    const settings = settingsFrom(config)
    this.#assertTrusted(workspace, config)
    const ground = new HostGround(folders, () => lease.isHeld)
    const agents = new AgentRegistry({ ...folders, drivers: builtInDrivers(), env })
    const steps = new LocalSteps({
      folders,
      ground,
      settings,
      agents,
      env,
      isTrusted: (place, wanted) => isCommandOf(config, place, wanted),
      // The check may have run on another worker.
      outputOf: (log) => this.#given.outputs[log] ?? '',
      // Pushed with the rest of the step's work when it has ended.
      broughtTo: this.#given.repository,
    })
    this.#agents = agents
    this.#steps = steps
    await this.#setUp(workspace, steps, settings.delivery.worktree.setup)
    const ended = this.#endOf(steps)
    const pulse = new AgentPulse(agents, (info) => {
      void calls.reported(this.agentId, info).catch(ignored)
    })
    const rest = pulse.begin()
    steps.start(request)
    const isWanted = (): boolean => !this.#isStopped
    const [end] = await Promise.all([
      ended,
      pumpOutput({ calls, steps, agentId: this.agentId, isWanted }),
    ]).finally(rest)
    const { setup } = settings.delivery.worktree
    if (setup !== null && isSetUp(request) && end.outcome.status === 'completed')
      workspace.noteSetUp(setup)
    return end
  }

  /** Whoever runs this worker decides what takes effect here, and not the fleet. */
  #assertTrusted(workspace: ItemWorkspace, config: Config): void {
    const { dir, request } = workspace
    const { env, trust } = this.#parts
    const { repository } = this.#given
    const { setup } = settingsFrom(config).delivery.worktree
    const isSetUpFirst = this.#setUpNeeded(workspace, setup) !== null
    const { now, later } = actingHere({ request, dir, config, env, isSetUpFirst })
    const open = trust.undecided(repository, now)
    if (open.length === 0) return
    trust.keepWaiting(repository, [...trust.undecided(repository, later), ...open])
    throw new NotTrusted(open.map(({ id }) => id))
  }

  /** Null when it is not needed here. */
  #setUpNeeded(workspace: ItemWorkspace, command: string[] | null): StepRequestOf<'check'> | null {
    const setUp = setUpBefore(workspace.request, command)
    return setUp === null || command === null || workspace.wasSetUp(command) ? null : setUp
  }

  /** Until then it reports whether its agent works or asks: a run waits for both to be heard. */
  #endOf(steps: LocalSteps): Promise<StepEnd> {
    const { calls } = this.#parts
    const reports = new NewestReport()
    return new Promise((resolve) => {
      steps.onChange(({ key, status, end, question }) => {
        if (key.agentId !== this.agentId) return
        if (end !== null) {
          reports.close()
          resolve(end)
        } else if (question !== null) reports.send(() => calls.asked(this.agentId, question))
        else if (status === 'running') reports.send(() => calls.started(this.agentId))
      })
    })
  }

  /** Needed when another worker made the worktree that the item had so far. */
  async #setUp(
    workspace: ItemWorkspace,
    steps: LocalSteps,
    command: string[] | null,
  ): Promise<void> {
    const setUp = this.#setUpNeeded(workspace, command)
    if (setUp === null || command === null) return
    const { key } = setUp.launch
    this.#setUpKey = key
    const ended = new Promise<StepEnd>((resolve) => {
      steps.onChange((change) => {
        if (change.key.agentId === key.agentId && change.end !== null) resolve(change.end)
      })
    })
    if (this.#isStopped) return
    this.#parts.guardProcesses()
    steps.start(setUp)
    const { outcome } = await ended
    if (this.#isStopped) return
    if (outcome.status !== 'completed') throw new SetUpFailed(command, outcome)
    workspace.noteSetUp(command)
  }
}

/** The lease or the step's end will report the problem again. */
const ignored = (): void => undefined
