import { failedOutcome } from '../../contracts/launch/agent-outcomes.ts'
import type { LaunchKey, PermissionAnswer } from '../../contracts/launch/agent.ts'
import { sameItem, type WorkItem } from '../../contracts/work-item.ts'
import type { StepEnd, StepFound, StepRequest, StepRunner } from '../../host/ports/step-runner.ts'
import type { Transaction } from '../database/transaction.ts'
import type { ToldWorker } from '../gateway/worker-calls.ts'
import type { Jobs } from '../jobs/jobs.ts'
import {
  addAttempt,
  endAttempt,
  openAttempts,
  readAttempt,
  type AttemptRow,
} from './attempt-rows.ts'
import type { ItemRow } from './item-row.ts'

interface QueuedStepsParts {
  database: Transaction
  jobs: Jobs
  row: ItemRow
  queue: string
}

/** Tells every gateway what concerns a worker that may be connected to it. */
export const WORKER_CHANNEL = 'sdd_worker'

/** Tells every gateway that steps of a pool are waiting. */
export const STEPS_CHANNEL = 'sdd_steps'

const MAX_HOLD_BACK_SECONDS = 15 * 60

/** The steps of one item inside the transaction that decides about it: jobs for remote workers. */
export class QueuedSteps implements StepRunner {
  /** Agents that this transaction queued for a worker. */
  readonly queued = new Set<string>()
  readonly #parts: QueuedStepsParts
  #heldBack = 0

  constructor(parts: QueuedStepsParts) {
    this.#parts = parts
  }

  /**
   * Longer each time: what stops one worker may stop all of them, and then it should neither keep
   * them busy nor make the run give up within minutes.
   */
  holdBack(attempt: number): void {
    this.#heldBack = Math.min(2 ** (attempt - 1), MAX_HOLD_BACK_SECONDS)
  }

  prepare(): void {
    // Workers prepare their own steps.
  }

  async start(request: StepRequest): Promise<void> {
    const { database, jobs, row, queue } = this.#parts
    const { agentId } = request.launch.key
    const step = { item: row.id, agentId }
    const job = await jobs.sendStep(database, { queue, afterSeconds: this.#heldBack }, step)
    const { id: item, head } = row
    addAttempt(database, { agentId, item, request, queue, job, state: 'queued', head })
    this.queued.add(agentId)
  }

  /** After the commit nothing it does counts; its worker ends it on hearing of the stop. */
  async stop({ agentId }: LaunchKey, item: WorkItem): Promise<StepEnd | null> {
    const attempt = await readAttempt(this.#parts.database, agentId)
    if (attempt === null || !sameItem(this.#parts.row.item, item)) return null
    return this.#stop(attempt)
  }

  async stopAll(item: WorkItem): Promise<void> {
    if (!sameItem(this.#parts.row.item, item)) return
    for (const attempt of await openAttempts(this.#parts.database, this.#parts.row.id))
      await this.#stop(attempt)
  }

  async adopt({ agentId }: LaunchKey): Promise<StepFound> {
    const { database, row, queue } = this.#parts
    const attempt = await readAttempt(database, agentId)
    if (attempt === null) {
      const fenced = { agentId, item: row.id, request: null, queue, job: null, head: null }
      addAttempt(database, { ...fenced, state: 'fenced' })
      return { kind: 'never-started' }
    }
    switch (attempt.state) {
      case 'queued':
      case 'claimed':
        return { kind: 'running', agent: agentOf(attempt) }
      case 'ended':
      case 'stopped':
        return { kind: 'ended', ...(attempt.ended ?? STOPPED) }
      case 'lost':
        return { kind: 'lost', ...LOST }
      case 'fenced':
        return { kind: 'never-started' }
      default:
        return attempt.state satisfies never
    }
  }

  async answer(key: LaunchKey, questionId: string, answer: PermissionAnswer): Promise<void> {
    const { agentId } = key
    const { database } = this.#parts
    const attempt = await readAttempt(database, agentId)
    await database.query(
      `insert into sdd.answers (agent_id, question_id, answer) values ($1, $2, $3)
       on conflict do nothing`,
      [agentId, questionId, answer],
    )
    await this.#tell(attempt?.worker ?? null, { type: 'answer', agentId, questionId, answer })
  }

  output(): null {
    return null
  }

  isWorkingOn(): boolean {
    throw new Error('asked of the database, not of a transaction')
  }

  /** Ends arrive at the gateway, which begins a transaction for each. */
  onChange(): () => void {
    return () => undefined
  }

  async #stop({ agentId, queue, job, state }: AttemptRow): Promise<StepEnd | null> {
    const { database, jobs } = this.#parts
    if (state !== 'queued' && state !== 'claimed') return null
    if (job !== null) await jobs.removeStep(database, queue, job)
    const ended = await endAttempt(database, agentId, { state: 'stopped', ended: STOPPED })
    if (ended === null) return null
    this.queued.delete(agentId)
    await this.#tell(ended.worker, { type: 'stop', agentId })
    return STOPPED
  }

  /** Heard after the commit, by the gateway that the worker is connected to. */
  async #tell(worker: string | null, told: ToldWorker): Promise<void> {
    if (worker === null) return
    const payload = JSON.stringify({ worker, told })
    await this.#parts.database.query('select pg_notify($1, $2)', [WORKER_CHANNEL, payload])
  }
}

const agentOf = ({ request }: AttemptRow): string =>
  request?.kind === 'agent' ? request.launch.agent : ''

const UNKNOWN = failedOutcome('lost', 'its worker was not heard of in time')

export const LOST: StepEnd = { outcome: UNKNOWN, ranMs: null }

/** Its worker never said that it had begun. */
export const NOT_BEGUN: StepEnd = { outcome: { ...UNKNOWN, cause: 'not-started' }, ranMs: null }

const STOPPED: StepEnd = {
  outcome: { ...UNKNOWN, status: 'interrupted', cause: 'stopped', message: 'it was stopped' },
  ranMs: null,
}
