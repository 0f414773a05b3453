import type { AgentOutcome, LaunchKey } from '../../contracts/launch/agent.ts'
import type { WorkItem } from '../../contracts/work-item.ts'
import { sameItem } from '../../contracts/work-item.ts'
import type { GitResult } from '../../contracts/host-steps.ts'
import type { HostLaunch, Launch } from '../../core/decide/effects.ts'
import type {
  StepChange,
  StepEnd,
  StepFound,
  StepOutput,
  StepRequest,
  StepRunner,
} from '../../host/ports/step-runner.ts'
import { outcome } from '../simulation/virtual-spec.ts'

/** How long every step takes, unless a test says otherwise. */
const RAN_MS = 60_000

const LOST = outcome({ status: 'failed', cause: 'lost', exitCode: null, sessionId: null })

export interface MemoryStep<L extends Launch | HostLaunch = Launch> {
  kind: StepRequest['kind']
  launch: L
  item: WorkItem
  state: 'working' | 'ended' | 'vanished'
  outcome: AgentOutcome
  ranMs: number
  output: string
  result?: GitResult
}

type AnyStep = MemoryStep<Launch | HostLaunch>

/** All steps on one computer, whichever host started them. */
export class StepMemory {
  readonly steps = new Map<string, AnyStep>()
  readonly fenced = new Set<string>()
  readonly runners = new Set<MemorySteps>()

  /** The step dies with its computer: nobody will ever know how it ended. */
  vanish(step: AnyStep): void {
    if (step.state === 'working') step.state = 'vanished'
  }

  /** The step ends by itself; a live host is told. */
  end(step: AnyStep, ended: AgentOutcome = outcome()): void {
    if (step.state !== 'working') return
    step.state = 'ended'
    step.outcome = ended
    for (const runner of this.runners) runner.ended(step)
  }
}

export class MemorySteps implements StepRunner {
  readonly #memory: StepMemory
  readonly #listeners = new Set<(change: StepChange) => void>()
  readonly #watched = new Set<string>()
  /** Steps whose end this host knows: none is reported twice. */
  readonly #known = new Set<string>()

  constructor(memory: StepMemory) {
    this.#memory = memory
    memory.runners.add(this)
  }

  /** Simulates that the host dies; its steps work on. */
  dispose(): void {
    this.#memory.runners.delete(this)
  }

  prepare(): void {
    // There is nothing to prepare.
  }

  start(request: StepRequest): void {
    const { launch, item, kind } = request
    const { agentId } = launch.key
    const { steps, fenced } = this.#memory
    if (steps.has(agentId) || fenced.has(agentId)) throw new Error(`${agentId} was started before`)
    const step: AnyStep = {
      kind,
      launch,
      item,
      state: 'working',
      outcome: outcome(),
      ranMs: RAN_MS,
      output: '',
    }
    steps.set(agentId, step)
    this.#watched.add(agentId)
    this.#report(step, null)
  }

  async stop(key: LaunchKey, item: WorkItem): Promise<StepEnd | null> {
    return this.stopNow(key, item)
  }

  stopNow({ agentId }: LaunchKey, item: WorkItem): StepEnd | null {
    const step = this.#memory.steps.get(agentId)
    if (step === undefined || !sameItem(step.item, item) || this.#known.has(agentId)) return null
    if (step.state === 'vanished') return { outcome: LOST, ranMs: null }
    if (step.state === 'ended') return this.#learn(step)
    this.#watched.add(agentId)
    this.#memory.end(step, outcome({ status: 'interrupted', cause: 'stopped', exitCode: null }))
    return null
  }

  async stopAll(item: WorkItem): Promise<void> {
    for (const step of this.#memory.steps.values())
      if (step.state === 'working') this.stopNow(step.launch.key, item)
  }

  async adopt(key: LaunchKey): Promise<StepFound> {
    return this.adoptNow(key)
  }

  adoptNow({ agentId }: LaunchKey): StepFound {
    const step = this.#memory.steps.get(agentId)
    if (step === undefined) {
      this.#memory.fenced.add(agentId)
      return { kind: 'never-started' }
    }
    if (step.state === 'vanished') return { kind: 'lost', outcome: LOST, ranMs: null }
    if (step.state === 'ended') return { kind: 'ended', ...this.#learn(step) }
    this.#watched.add(agentId)
    return { kind: 'running', agent: 'agent' in step.launch ? step.launch.agent : '' }
  }

  answer(): void {
    // These steps never ask.
  }

  output({ agentId }: Pick<LaunchKey, 'agentId'>, offset: number): StepOutput | null {
    const step = this.#memory.steps.get(agentId)
    if (step === undefined) return null
    let at = offset
    return {
      read: async (maxBytes = 1024) => {
        const bytes = Buffer.from(step.output).subarray(at, at + maxBytes)
        const chunk = {
          offset: at,
          bytes,
          isLast: step.state === 'ended' && bytes.length < maxBytes,
        }
        at += bytes.length
        return chunk
      },
      more: async () => undefined,
      close: async () => undefined,
    }
  }

  isWorkingOn(item: WorkItem): boolean {
    return [...this.#memory.steps.values()].some(
      (step) => step.state === 'working' && sameItem(step.item, item),
    )
  }

  onChange(listener: (change: StepChange) => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  ended(step: AnyStep): void {
    if (!this.#watched.has(step.launch.key.agentId)) return
    this.#report(step, this.#learn(step))
  }

  #learn(step: AnyStep): StepEnd {
    this.#known.add(step.launch.key.agentId)
    const { outcome: ended, ranMs, result } = step
    return { outcome: ended, ranMs, ...(result === undefined ? {} : { result }) }
  }

  #report({ launch, item }: AnyStep, end: StepEnd | null): void {
    const status = end?.outcome.status ?? 'running'
    for (const listener of this.#listeners)
      listener({ key: launch.key, item, status, end, question: null, info: null })
  }
}
