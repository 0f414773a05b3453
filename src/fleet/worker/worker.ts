import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import type { ToldWorker, WorkerCalls } from '../gateway/worker-calls.ts'
import { Turns } from '../../host/runs/turns.ts'
import { Mirrors } from '../git/mirrors.ts'
import { ItemWorkspace } from './item-workspace.ts'
import type { Guard } from './guard.ts'
import { BEAT_MS, LEASE_MS, steadyMs } from './lease-times.ts'
import { Lease } from './lease.ts'
import type { WorkerTrust } from './worker-trust.ts'
import { StepAtWork, type NextStep, type OpenStep } from './step-at-work.ts'

/** How long to wait after something went wrong. */
const LOOK_MS = 200
/** How long a coordinator may keep it waiting for a step; the connection is checked more often. */
const WAIT_MS = 5000

interface WorkerParts {
  calls: WorkerCalls
  /** For mirrors and worktrees. */
  folder: string
  slots: number
  env: NodeJS.ProcessEnv
  /** What the user of this computer has decided. */
  trust: WorkerTrust
  /** Ends what runs when this process is gone. */
  guard?: Guard
  reportError: (error: unknown) => void
  /** How long it keeps its steps without hearing from a coordinator; LEASE_MS by default. */
  leaseMs?: number
}

/** Takes steps as long as it has room, and keeps the lease of those it has. */
export class Worker {
  readonly #parts: WorkerParts
  readonly #mirrors: Mirrors
  readonly #lease: Lease
  readonly #turns = new Turns()
  readonly #atWork = new Map<string, StepAtWork>()
  readonly #ends = new Set<Promise<void>>()
  readonly #leave: () => void
  #beat: NodeJS.Timeout
  #look: NodeJS.Timeout | undefined
  #isDraining = false
  #isStopped = false
  #isTouching = false
  #isAsking = false
  /** Identifies the request for a step that is open, or whose answer may have been lost. */
  #claim: string | null = null
  #taking: Promise<void> = Promise.resolve()

  constructor(parts: WorkerParts) {
    this.#parts = parts
    this.#lease = new Lease(parts.leaseMs ?? LEASE_MS)
    this.#mirrors = new Mirrors(join(parts.folder, 'mirrors'), parts.env)
    this.#leave = parts.calls.onTold((told) => this.#told(told))
    this.#beat = setInterval(() => void this.#beatOnce(), BEAT_MS)
    this.#lookSoon(0)
  }

  /** Takes no more steps; resolves when those it has are done. */
  async drain(): Promise<void> {
    this.#isDraining = true
    clearTimeout(this.#look)
    const { calls, reportError } = this.#parts
    if (this.#claim !== null) calls.left(this.#claim).catch(reportError)
    // A step that it was just being given counts too.
    await this.#taking
    while (this.#ends.size > 0) await Promise.all(this.#ends)
    this.#close()
  }

  /** Ends the steps it has. */
  async stop(): Promise<void> {
    this.#isStopped = true
    await this.#stopAll()
    await this.drain()
  }

  #close(): void {
    clearInterval(this.#beat)
    clearTimeout(this.#look)
    this.#leave()
    this.#parts.guard?.close()
  }

  #lookSoon(afterMs: number): void {
    clearTimeout(this.#look)
    if (this.#isDraining || this.#isStopped || this.#isAsking) return
    this.#look = setTimeout(() => void (this.#taking = this.#takeNext()), afterMs)
  }

  async #takeNext(): Promise<void> {
    const { calls, slots, reportError } = this.#parts
    // When one of them ends, it looks again.
    if (this.#atWork.size >= slots || this.#isAsking) return
    this.#isAsking = true
    const isAgain = this.#claim !== null
    const claim = this.#claim ?? randomUUID()
    this.#claim = claim
    const askedAt = steadyMs()
    let isSoon = false
    try {
      const given = await calls.claim({ claim, isAgain, waitMs: WAIT_MS })
      this.#claim = null
      if (given !== null) this.#begin({ given, askedAt })
      isSoon = given !== null || steadyMs() - askedAt > LOOK_MS
    } catch (error) {
      reportError(error)
    }
    this.#isAsking = false
    this.#lookSoon(isSoon ? 0 : LOOK_MS)
  }

  #begin({ given, askedAt }: NextStep): void {
    if (this.#isStopped) return
    const { calls, env, folder, guard, trust, reportError } = this.#parts
    this.#lease.began(given.request.launch.key.agentId, askedAt + given.waitedMs)
    const place = { mirrors: this.#mirrors, folder: join(folder, 'worktrees'), env }
    const open: OpenStep = (assertCurrent) => ItemWorkspace.open({ ...place, assertCurrent }, given)
    const nextClaim = (): string | null =>
      this.#isDraining || this.#isStopped ? null : randomUUID()
    const guardProcesses = (): void => this.#guard()
    const guarded = { lease: this.#lease, guard, guardProcesses }
    const parts = { calls, ...guarded, trust, open, env, nextClaim, reportError }
    this.#run(new StepAtWork(parts, given))
  }

  #run(step: StepAtWork): void {
    this.#atWork.set(step.agentId, step)
    this.#guard()
    const ended = this.#follow(step)
    this.#ends.add(ended)
    void ended.then(() => this.#ends.delete(ended))
  }

  async #follow(step: StepAtWork): Promise<void> {
    let next: NextStep | null = null
    try {
      // An earlier attempt that was lost may still be ending in the same folder.
      next = await this.#turns.take(step.folder, () => step.run())
    } catch (error) {
      this.#parts.reportError(error)
    }
    this.#atWork.delete(step.agentId)
    this.#lease.ended(step.agentId)
    if (next !== null) this.#begin(next)
    this.#guard()
    this.#lookSoon(0)
  }

  async #beatOnce(): Promise<void> {
    const { calls, reportError } = this.#parts
    if (!this.#lease.isHeld) await this.#stopAll()
    // A call that waits for the coordinator to come back covers them all.
    if (this.#atWork.size === 0 || this.#isTouching) return
    this.#isTouching = true
    try {
      const gone = await this.#lease.renew((agentIds) => calls.touch(agentIds))
      this.#guard()
      await Promise.all(gone.map(async (agentId) => this.#atWork.get(agentId)?.stop()))
    } catch (error) {
      reportError(error)
    } finally {
      this.#isTouching = false
    }
  }

  #guard(): void {
    const { isHeld, endsAt } = this.#lease
    const agentIds = [...this.#atWork.values()].flatMap(({ processIds }) => processIds)
    if (isHeld) this.#parts.guard?.beat({ agentIds, endsAt })
  }

  async #stopAll(): Promise<void> {
    await Promise.all([...this.#atWork.values()].map((step) => step.stop()))
  }

  #told(told: ToldWorker): void {
    const step = this.#atWork.get(told.agentId)
    switch (told.type) {
      case 'stop':
        void step?.stop()
        return
      case 'answer':
        step?.answer(told.questionId, told.answer)
        return
      default:
        told satisfies never
    }
  }
}
