import type pg from 'pg'
import type { AgentId } from '../../contracts/ids.ts'
import type { AgentInfo, AgentQuestion, PermissionAnswer } from '../../contracts/launch/agent.ts'
import type { StepEnd } from '../../host/ports/step-runner.ts'
import { endOf, lossOf } from '../../host/runs/step-news.ts'
import type { Jobs } from '../jobs/jobs.ts'
import { readAttempt, type AttemptRow } from '../runs/attempt-rows.ts'
import type { FleetRuns } from '../runs/fleet-runs.ts'
import { readItem } from '../runs/item-row.ts'
import { lastOutputs } from '../served/last-output.ts'
import { introduce, type WorkerSelf } from '../served/workers.ts'
import { NotCurrent, type GivenStep, type OutputPart, type ToldWorker } from './worker-calls.ts'

interface WorkerId {
  id: string
  pools: readonly string[]
}

interface CallParts {
  pool: pg.Pool
  jobs: Jobs
  runs: FleetRuns
  now: () => Date
}

/** What workers ask and report. Each call names its attempt, and is refused when that is not current. */
export class AttemptCalls {
  readonly #parts: CallParts

  constructor(parts: CallParts) {
    this.#parts = parts
  }

  /** The next step of one of its pools; null when none waits. */
  async claim({ id, pools }: WorkerId): Promise<GivenStep | null> {
    if (await this.#isDraining(id)) return null
    for (const name of pools) {
      for (;;) {
        const job = await this.#parts.jobs.fetchStep(name)
        if (job === null) break
        const given = await this.#give(id, job.item, job.agentId as AgentId)
        if (given !== null) return given
      }
    }
    return null
  }

  /** What it found on its computer, for those who choose agents and those who look at workers. */
  introduced(worker: string, self: WorkerSelf): Promise<void> {
    return introduce(this.#parts.pool, worker, self)
  }

  /** How an agent does, for screens; nothing is decided by it. */
  async reported(worker: string, agentId: AgentId, info: AgentInfo): Promise<void> {
    await this.#parts.pool.query(
      `update sdd.attempts set info = $3
       where agent_id = $1 and worker = $2 and state = 'claimed'
       returning pg_notify('sdd_agent', agent_id)`,
      [agentId, worker, JSON.stringify(info)],
    )
  }

  /** Answers that were given to what it has: it may have been away. */
  async answers(worker: string): Promise<ToldWorker[]> {
    const { rows } = await this.#parts.pool.query<AnswerRow>(
      `select agent_id as "agentId", question_id as "questionId", answer
       from sdd.answers join sdd.attempts using (agent_id)
       where worker = $1 and state = 'claimed'`,
      [worker],
    )
    return rows.map((row) => ({ type: 'answer', ...row }))
  }

  /** Keeps the lease of what is current; gives what is not, which is to be ended at once. */
  async touch(worker: string, agentIds: readonly string[]): Promise<string[]> {
    const { pool, jobs } = this.#parts
    await pool.query('update sdd.workers set last_heard_at = now() where id = $1', [worker])
    const { rows } = await pool.query<{ agent_id: string; queue: string; job: string }>(
      `select agent_id, queue, job from sdd.attempts
       where agent_id = any ($1) and worker = $2 and state = 'claimed'`,
      [agentIds, worker],
    )
    for (const queue of new Set(rows.map((row) => row.queue)))
      await jobs.touchStep(
        queue,
        rows.filter((row) => row.queue === queue).map(({ job }) => job),
      )
    const current = new Set(rows.map((row) => row.agent_id))
    return agentIds.filter((agentId) => !current.has(agentId))
  }

  async started(worker: string, agentId: AgentId): Promise<void> {
    const { item } = await this.#current(worker, agentId)
    await this.#parts.runs.report(item, async ({ transaction, send }) => {
      const attempt = await readAttempt(transaction, agentId)
      if (!isCurrent(attempt, worker) || attempt.request?.kind !== 'agent') return
      const { key, agent } = attempt.request.launch
      await send({ type: 'agent.started', at: this.#now(), key, agent })
    })
  }

  async asked(worker: string, agentId: AgentId, question: AgentQuestion): Promise<void> {
    const { item } = await this.#current(worker, agentId)
    await this.#parts.runs.report(item, async ({ transaction, send, settings }) => {
      const attempt = await readAttempt(transaction, agentId)
      if (!isCurrent(attempt, worker) || !attempt.request) throw new NotCurrent(agentId)
      const until = new Date(Date.parse(question.askedAt) + settings.answerMs).toISOString()
      const { key } = attempt.request.launch
      await send({ type: 'agent.asked', at: this.#now(), key, question, until })
    })
  }

  /** A number that is there already came before the connection was cut. */
  async output(worker: string, agentId: AgentId, part: OutputPart): Promise<void> {
    const { number, begins, bytes } = part
    const { rowCount } = await this.#parts.pool.query(
      `insert into sdd.output (agent_id, number, begins, bytes)
       select agent_id, $3, $4, $5 from sdd.attempts
       where agent_id = $1 and worker = $2 and state = 'claimed'
       on conflict (agent_id, number) do update set bytes = output.bytes
       returning pg_notify('sdd_output', agent_id)`,
      [agentId, worker, number, begins, Buffer.from(bytes)],
    )
    if (rowCount !== 1) throw new NotCurrent(agentId)
  }

  /** Again with the same end it is answered as the first time: the answer may have been lost. */
  async ended(
    worker: string,
    agentId: AgentId,
    { end, head }: { end: StepEnd; head: string | null },
  ): Promise<void> {
    const { jobs, runs } = this.#parts
    const { item, state } = await this.#known(worker, agentId)
    if (state === 'ended') return
    await runs.report(item, async ({ transaction, send, row, moveTo }) => {
      const attempt = await readAttempt(transaction, agentId)
      if (attempt?.state === 'ended' && attempt.worker === worker) return
      if (!isCurrent(attempt, worker) || !attempt.request) throw new NotCurrent(agentId)
      await transaction.query(
        `update sdd.attempts set state = 'ended', ended = $2, ended_at = now()
         where agent_id = $1 returning pg_notify('sdd_agent', agent_id)`,
        [agentId, JSON.stringify(end)],
      )
      if (attempt.job !== null) await jobs.completeStep(transaction, attempt.queue, attempt.job)
      if (head !== null && head !== row.head) await moveTo(head)
      const told = { key: attempt.request.launch.key, at: this.#now() }
      await send(end.outcome.cause === 'lost' ? lossOf(told, end) : endOf(told, end))
    })
  }

  /** One that takes nothing is heard all the same. */
  async #isDraining(worker: string): Promise<boolean> {
    const { rows } = await this.#parts.pool.query<{ isDraining: boolean; isLong: boolean }>(
      `select is_draining as "isDraining",
         coalesce(last_heard_at < now() - interval '2 seconds', true) as "isLong"
       from sdd.workers where id = $1`,
      [worker],
    )
    const [row] = rows
    if (row?.isLong)
      await this.#parts.pool.query('update sdd.workers set last_heard_at = now() where id = $1', [
        worker,
      ])
    return row?.isDraining ?? true
  }

  async #give(worker: string, item: number, agentId: AgentId): Promise<GivenStep | null> {
    const { pool } = this.#parts
    const { rowCount } = await pool.query(
      `update sdd.attempts set state = 'claimed', worker = $2, claimed_at = now()
       where agent_id = $1 and state = 'queued'
       returning pg_notify('sdd_journal', item::text), pg_notify('sdd_agent', agent_id)`,
      [agentId, worker],
    )
    if (rowCount !== 1) return null
    const [attempt, row] = await Promise.all([readAttempt(pool, agentId), readItem(pool, item)])
    if (!attempt?.request || row === null) return null
    const { repository, base, record, comments, settings } = row
    const { request, head } = attempt
    const failed = request.kind === 'agent' ? request.launch.failedChecks : []
    const outputs = await lastOutputs(
      pool,
      failed.map(({ log }) => log),
    )
    return { request, repository, base, record, comments, settings, head, outputs }
  }

  async #current(worker: string, agentId: AgentId): Promise<AttemptRow> {
    const attempt = await readAttempt(this.#parts.pool, agentId)
    if (!isCurrent(attempt, worker)) throw new NotCurrent(agentId)
    return attempt
  }

  async #known(worker: string, agentId: AgentId): Promise<AttemptRow> {
    const attempt = await readAttempt(this.#parts.pool, agentId)
    if (attempt?.worker === worker && attempt.state === 'ended') return attempt
    if (!isCurrent(attempt, worker)) throw new NotCurrent(agentId)
    return attempt
  }

  #now(): string {
    return this.#parts.now().toISOString()
  }
}

interface AnswerRow {
  agentId: string
  questionId: string
  answer: PermissionAnswer
}

const isCurrent = (attempt: AttemptRow | null, worker: string): attempt is AttemptRow =>
  attempt !== null && attempt.worker === worker && attempt.state === 'claimed'
