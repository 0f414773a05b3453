import type pg from 'pg'
import type { Finding } from '../../contracts/asked/findings.ts'
import type { AgentId } from '../../contracts/ids.ts'
import type {
  AgentInfo,
  AgentQuestion,
  LaunchKey,
  PermissionAnswer,
} from '../../contracts/launch/agent.ts'
import type { StepRequest } from '../../host/ports/step-runner.ts'
import { endOf, lossOf } from '../../host/runs/step-news.ts'
import { branchFor } from '../../host/workspaces/git-context.ts'
import type { Announcements } from '../database/announcements.ts'
import { prepared, type Database } from '../database/database.ts'
import type { Transaction } from '../database/transaction.ts'
import { givenBefore, type GivenRow } from '../jobs/given-rows.ts'
import type { AskedStep, Jobs } from '../jobs/jobs.ts'
import { JOURNAL_CHANNEL } from '../journal/journal-rows.ts'
import { Recent } from '../recent.ts'
import {
  AGENT_CHANNEL,
  endCurrent,
  readAttempt,
  standingOf,
  type AttemptRow,
} from '../runs/attempt-rows.ts'
import type { FleetRuns, Within } from '../runs/fleet-runs.ts'
import { lastOutputs } from '../served/last-output.ts'
import { OUTPUT_CHANNEL } from '../served/stored-output.ts'
import { introduce, type WorkerSelf } from '../served/workers.ts'
import type { StepGiver } from './step-giver.ts'
import {
  NotAdmitted,
  NotCurrent,
  NotUnderstood,
  type ClaimAsked,
  type EndedStep,
  type GivenStep,
  type OutputPart,
  type OwnRefs,
  type ToldWorker,
} from './worker-calls.ts'
import type { KnownWorker } from './worker-keys.ts'

const MAX_HELD = 5000

interface HeldAttempt {
  item: number
  worker: string
  key: LaunchKey
}

interface CallParts {
  pool: pg.Pool
  jobs: Jobs
  runs: FleetRuns
  giver: StepGiver
  announce: Announcements
  now: () => Date
}

/** What workers ask and report. A call about an attempt is refused when that is not current. */
export class AttemptCalls {
  readonly #parts: CallParts
  /** Attempts given out here: saves looking them up when they end. */
  readonly #held = new Recent<string, HeldAttempt>(MAX_HELD)

  constructor(parts: CallParts) {
    this.#parts = parts
  }

  /** The next step of one of its pools; null when none came in time. */
  async claim(
    worker: KnownWorker,
    { claim, isAgain, waitMs }: ClaimAsked,
  ): Promise<GivenStep | null> {
    const { pool, giver } = this.#parts
    const begin = performance.now()
    const before = isAgain ? await this.#givenBefore(pool, worker.id, claim) : null
    const row = before ?? (await giver.ask({ worker, claim, waitMs }))
    if (row === null) return null
    return this.#given(row, before === null ? Math.floor(performance.now() - begin) : 0)
  }

  /** The worker no longer wants what it asked for under that claim. */
  left(claim: string): void {
    this.#parts.giver.leave(claim)
  }

  /** What it found on its computer, for those who choose agents and those who look at workers. */
  introduced(worker: string, self: WorkerSelf): Promise<void> {
    return introduce(this.#parts.pool, worker, self)
  }

  /** How an agent is doing, for screens; no decision depends on it. */
  async reported(worker: string, agentId: AgentId, info: AgentInfo): Promise<void> {
    await this.#parts.pool.query(
      `update sdd.attempts set info = $3
       where agent_id = $1 and worker = $2 and state = 'claimed'
       returning pg_notify('sdd_agent', agent_id)`,
      [agentId, worker, JSON.stringify(info)],
    )
  }

  /** Answers for the attempts it holds: it may have been away when they were given. */
  async answers(worker: string): Promise<ToldWorker[]> {
    const { rows } = await this.#parts.pool.query<AnswerRow>(
      `select agent_id as "agentId", question_id as "questionId", answer
       from sdd.answers join sdd.attempts using (agent_id)
       where worker = $1 and state = 'claimed'`,
      [worker],
    )
    return rows.map((row) => ({ type: 'answer', ...row }))
  }

  /** Renews the leases of current attempts; returns the others, which must be ended at once. */
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

  async assertCurrent(worker: string, agentId: AgentId): Promise<void> {
    const { rowCount } = await this.#parts.pool.query(
      prepared(
        `select from sdd.attempts join sdd.workers on workers.id = worker
         where agent_id = $1 and worker = $2 and state = 'claimed' and revoked_at is null`,
        [agentId, worker],
      ),
    )
    if (rowCount !== 1) throw new NotCurrent(agentId)
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
      // Asked again because the first call was not answered: it may have arrived nevertheless.
      if (await isAnswered(transaction, agentId, question.id)) return
      const until = new Date(Date.parse(question.askedAt) + settings.answerMs).toISOString()
      const { key } = attempt.request.launch
      await send({ type: 'agent.asked', at: this.#now(), key, question, until })
    })
  }

  /** A number that already exists was stored before the connection was cut. */
  async output(worker: string, agentId: AgentId, part: OutputPart): Promise<void> {
    const { pool, announce } = this.#parts
    const { number, begins, bytes } = part
    const { rowCount } = await pool.query(
      prepared(
        `insert into sdd.output (agent_id, number, begins, bytes)
         select agent_id, $3, $4, $5 from sdd.attempts join sdd.workers on workers.id = worker
         where agent_id = $1 and worker = $2 and state = 'claimed' and revoked_at is null
         on conflict (agent_id, number) do update set bytes = output.bytes`,
        [agentId, worker, number, begins, Buffer.from(bytes)],
      ),
    )
    if (rowCount !== 1) throw new NotCurrent(agentId)
    announce.tell(OUTPUT_CHANNEL, agentId)
  }

  /**
   * A repeated end gets the same answer as the first: that answer may have been lost. With a claim,
   * the next step is given in the same transaction.
   */
  async ended(worker: KnownWorker, agentId: AgentId, ended: EndedStep): Promise<GivenStep | null> {
    const { jobs, runs } = this.#parts
    const { end, head, refs, isLost, claim } = ended
    const { result } = end
    const { item, key } = await this.#heldBy(worker.id, agentId)
    const ask = (transaction: Transaction) => standingOf(transaction, agentId, worker.id)
    const next = await runs.reportWith(item, { ask, head }, async (within, standing) => {
      const { transaction, send, row, moveTo, keepRefs, holdBack } = within
      if (standing.isDraining === null) throw new NotAdmitted()
      const isOwn = standing.worker === worker.id
      if (isOwn && standing.state === 'ended') {
        const before = claim && (await this.#givenBefore(transaction, worker.id, claim))
        return before ? { row: Promise.resolve(before) } : null
      }
      if (!isOwn || standing.state !== 'claimed') throw new NotCurrent(agentId)
      if (result?.type === 'workspace' && result.branch !== branchFor(row.item))
        throw new NotUnderstood()
      if (standing.job !== null) await jobs.removeStep(transaction, standing.queue, standing.job)
      endCurrent(transaction, agentId, end)
      if (head !== null && head !== row.head) await moveTo(head)
      if (refs !== null) keepRefs(JSON.stringify(refs))
      const told = { key, at: this.#now() }
      if (isLost) holdBack(key.attempt)
      const refusal = refusalOf(worker, ended)
      await send(isLost ? lossOf(told, end) : { ...endOf(told, end), ...refusal })
      this.#announceEnd(transaction, agentId)
      if (claim === null || standing.isDraining) return null
      return this.#next(within, worker, claim)
    })
    const row = (await next?.row) ?? null
    return row && this.#given(row, 0)
  }

  /** Tries its pools in order, like everyone; the last pool's answer arrives with the commit. */
  async #next(
    { transaction, queued, written }: Within,
    worker: KnownWorker,
    claim: string,
  ): Promise<AskedStep | null> {
    // The next step is given as it is in the database, so everything must be written first.
    written()
    const taker = { worker: worker.id, claim }
    const ask = async (pool: string): Promise<AskedStep> => {
      const { row } = await this.#parts.jobs.askForStep(transaction, pool, taker)
      const given = row.then((found) => {
        if (found !== null) queued.delete(found.agentId)
        return found
      })
      transaction.trackUnawaited(given)
      return { row: given }
    }
    const last = worker.pools.at(-1)
    for (const pool of worker.pools.slice(0, -1)) {
      const asked = await ask(pool)
      if ((await asked.row) !== null) return asked
    }
    return last === undefined ? null : ask(last)
  }

  /** The first answer was lost: the lease starts again. */
  async #givenBefore(database: Database, worker: string, claim: string): Promise<GivenRow | null> {
    const row = await givenBefore(database, worker, claim)
    if (row !== null) await this.#parts.jobs.touchStep(row.queue, [row.job])
    return row
  }

  async #given(row: GivenRow, waitedMs: number): Promise<GivenStep> {
    const { pool, announce } = this.#parts
    const { item, agentId, worker, repository, base, record, comments, settings, head } = row
    const request = JSON.parse(row.request) as StepRequest
    this.#held.set(agentId, { item, worker, key: request.launch.key })
    announce.tell(JOURNAL_CHANNEL, String(item))
    announce.tell(AGENT_CHANNEL, agentId)
    const failed = request.kind === 'agent' ? request.launch.failedChecks : []
    const outputs = await lastOutputs(
      pool,
      failed.map(({ log }) => log),
    )
    const files = { record, comments, settings }
    return { request, repository, base, head, refs: refsOf(row), ...files, outputs, waitedMs }
  }

  #announceEnd(transaction: Transaction, agentId: AgentId): void {
    transaction.onCommit(() => {
      this.#held.delete(agentId)
      this.#parts.announce.tell(AGENT_CHANNEL, agentId)
    })
  }

  /** An attempt that this worker holds or held. */
  async #heldBy(worker: string, agentId: AgentId): Promise<HeldAttempt> {
    const known = this.#held.get(agentId)
    if (known?.worker === worker) return known
    const attempt = await readAttempt(this.#parts.pool, agentId)
    const hasEnded = attempt?.worker === worker && attempt.state === 'ended'
    if (!attempt?.request || (!hasEnded && !isCurrent(attempt, worker)))
      throw new NotCurrent(agentId)
    return { item: attempt.item, worker, key: attempt.request.launch.key }
  }

  async #current(worker: string, agentId: AgentId): Promise<AttemptRow> {
    const attempt = await readAttempt(this.#parts.pool, agentId)
    if (!isCurrent(attempt, worker)) throw new NotCurrent(agentId)
    return attempt
  }

  #now(): string {
    return this.#parts.now().toISOString()
  }
}

/** The user of the worker's computer decides there what runs on it; the page says how. */
function refusalOf({ name }: KnownWorker, { refused }: EndedStep): { refusal?: Finding } {
  if (refused === undefined || refused.length === 0) return {}
  const values = { worker: name, what: refused.join(', '), command: 'sdd worker --trust' }
  return { refusal: { problem: 'not-allowed-on-worker', values } }
}

const refsOf = ({ refs }: GivenRow): OwnRefs | null =>
  refs === null ? null : (JSON.parse(refs) as OwnRefs)

async function isAnswered(
  database: Database,
  agentId: AgentId,
  questionId: string,
): Promise<boolean> {
  const { rowCount } = await database.query(
    'select from sdd.answers where agent_id = $1 and question_id = $2',
    [agentId, questionId],
  )
  return rowCount === 1
}

interface AnswerRow {
  agentId: string
  questionId: string
  answer: PermissionAnswer
}

const isCurrent = (attempt: AttemptRow | null, worker: string): attempt is AttemptRow =>
  attempt !== null && attempt.worker === worker && attempt.state === 'claimed'
