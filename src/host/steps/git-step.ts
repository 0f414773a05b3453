import { SUCCEEDED } from '../../contracts/launch/agent-outcomes.ts'
import type { AgentOutcome, LaunchKey } from '../../contracts/launch/agent.ts'
import type { GitResult } from '../../contracts/host-steps.ts'
import type { AgentId } from '../../contracts/ids.ts'
import { sameItem, type WorkItem } from '../../contracts/work-item.ts'
import type { StepChange, StepRequestOf } from '../ports/step-runner.ts'
import type { GitContext } from '../workspaces/git-context.ts'
import { performGitAct } from '../workspaces/perform-git-act.ts'
import type { AgentStepParts } from './agent-step.ts'

interface Running {
  item: WorkItem
  abort: AbortController
  ended: Promise<void>
}

/** Runs the host's git acts in this process: after a crash they are simply repeated. */
export class GitSteps {
  readonly #parts: AgentStepParts
  readonly #running = new Map<AgentId, Running>()
  readonly #listeners = new Set<(change: StepChange) => void>()

  constructor(parts: AgentStepParts) {
    this.#parts = parts
  }

  start(step: StepRequestOf<'git'>): void {
    const { key } = step.launch
    const { item } = step
    this.#parts.ground.check()
    const abort = new AbortController()
    const running: Running = { item, abort, ended: Promise.resolve() }
    this.#running.set(key.agentId, running)
    running.ended = this.#run(step, abort.signal)
  }

  /** An act of another item is left alone. */
  async stop(agentId: AgentId, item: WorkItem): Promise<void> {
    const running = this.#running.get(agentId)
    if (running === undefined || !sameItem(running.item, item)) return
    running.abort.abort()
    await running.ended
  }

  async stopAll(item: WorkItem): Promise<void> {
    for (const agentId of this.#running.keys()) await this.stop(agentId, item)
  }

  isWorkingOn(item: WorkItem): boolean {
    return [...this.#running.values()].some((running) => sameItem(running.item, item))
  }

  onChange(listener: (change: StepChange) => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  async #run(step: StepRequestOf<'git'>, signal: AbortSignal): Promise<void> {
    const { key } = step.launch
    const began = performance.now()
    let outcome: AgentOutcome = SUCCEEDED
    let result: GitResult | undefined
    try {
      const context = { ...contextOf(this.#parts, step), signal }
      result = await performGitAct(step.launch.work.act, context)
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error)
      outcome = signal.aborted ? { ...SUCCEEDED, ...STOPPED } : { ...SUCCEEDED, ...FAILED, message }
    }
    this.#running.delete(key.agentId)
    const ranMs = Math.round(performance.now() - began)
    this.#notify(key, step.item, { outcome, ranMs, ...(result === undefined ? {} : { result }) })
  }

  #notify(key: LaunchKey, item: WorkItem, end: NonNullable<StepChange['end']>): void {
    const { status } = end.outcome
    for (const listener of this.#listeners)
      listener({ key, item, status, end, question: null, info: null })
  }
}

/** Settings of the user, and of the project as far as the user trusts it. */
const contextOf = (
  { folders, settings, env, broughtTo }: AgentStepParts,
  { item, launch }: StepRequestOf<'git'>,
): GitContext => {
  const { workspace, key, after } = launch
  const { worktree, baseBranch } = settings.delivery
  return {
    folders,
    env,
    item,
    stepId: key.stepId,
    after,
    worktree: workspace.kind === 'worktree' ? workspace : null,
    settings: { baseBranch, root: worktree.root, copy: worktree.copy },
    broughtTo,
  }
}

const FAILED = { status: 'failed', cause: 'agent-error', exitCode: null } as const
const STOPPED = { status: 'interrupted', cause: 'stopped', exitCode: null } as const
