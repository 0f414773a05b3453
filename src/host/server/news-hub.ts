import { randomBytes } from 'node:crypto'
import { tracked, type TrackedEnvelope } from '@trpc/server'
import type { ProjectId } from '../../contracts/ids.ts'
import type { News, NewsBatch } from '../../contracts/rpc.ts'

const KEPT = 20_000
const SPARE = 5000
const FLUSH_MS = 16
/** Keeps a message small enough to be read between two others. */
const MAX_BATCH = 1000

interface Follower {
  /** Null for the news of all projects. */
  project: ProjectId | null
  /** The last event of an earlier stream. */
  lastEventId: string | null
  isProcess: boolean
  signal: AbortSignal
  /** Called after each batch was handed over. */
  sent: () => void
}

/** Numbers all news and keeps the last ones, so that a reconnecting client misses nothing. */
export class NewsHub {
  readonly #epoch = randomBytes(6).toString('hex')
  #kept: News[] = []
  /** The number of the newest news, the last one in `#kept`. */
  #newest = 0
  readonly #sleepers = new Set<() => void>()
  readonly #followers = new Set<Follower>()
  #isClosed = false
  #allLeft: (() => void) | null = null

  add(news: News): void {
    this.#kept.push(news)
    this.#newest++
    // Trimmed rarely, because shifting the whole array each time would be slow.
    if (this.#kept.length >= KEPT + SPARE) this.#kept = this.#kept.slice(-KEPT)
    this.#wake()
  }

  /** How many other processes follow that project; browsers do not count. */
  followers(project: ProjectId): number {
    const fits = (follower: Follower): boolean =>
      follower.isProcess && (follower.project === null || follower.project === project)
    return [...this.#followers].filter(fits).length
  }

  /** Resolves once everything added so far has been handed over. */
  close(): Promise<void> {
    this.#isClosed = true
    this.#wake()
    if (this.#followers.size === 0) return Promise.resolve()
    return new Promise((resolve) => (this.#allLeft = resolve))
  }

  /** Registers at its first step, before anything is awaited. */
  async *follow(follower: Follower): AsyncGenerator<TrackedEnvelope<NewsBatch>, void> {
    this.#followers.add(follower)
    try {
      yield* this.#batches(follower)
    } finally {
      this.#followers.delete(follower)
      if (this.#followers.size === 0) this.#allLeft?.()
    }
  }

  async *#batches({ project, lastEventId, signal, sent }: Follower) {
    let position = this.#positionOf(lastEventId)
    if (position === null) {
      position = this.#newest
      yield this.#envelope(position, { fresh: true, news: [] })
    }
    while (!signal.aborted) {
      if (position === this.#newest) {
        if (this.#isClosed) return
        await this.#awake(signal)
        continue
      }
      const from: number = Math.max(position, this.#newest - this.#kept.length)
      // It fell behind what is kept, so what it knows is outdated.
      if (from > position) yield this.#envelope(from, { fresh: true, news: [] })
      position = Math.min(from + MAX_BATCH, this.#newest)
      const news = this.#between(from, position).filter((one) => concerns(one, project))
      if (news.length > 0) yield this.#envelope(position, { fresh: false, news })
      sent()
      if (!this.#isClosed) await this.#pause(position === this.#newest ? FLUSH_MS : 0, signal)
    }
  }

  #positionOf(lastEventId: string | null): number | null {
    const [epoch, number] = lastEventId?.split('.') ?? []
    const position = Number(number)
    if (epoch !== this.#epoch || !Number.isInteger(position)) return null
    return position <= this.#newest && position >= this.#newest - this.#kept.length
      ? position
      : null
  }

  #between(from: number, to: number): News[] {
    const first = this.#newest - this.#kept.length
    return this.#kept.slice(from - first, to - first)
  }

  #envelope(position: number, batch: NewsBatch): TrackedEnvelope<NewsBatch> {
    return tracked(`${this.#epoch}.${position}`, batch)
  }

  #wake(): void {
    for (const wake of this.#sleepers) wake()
  }

  #awake(signal: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const done = (): void => {
        this.#sleepers.delete(done)
        signal.removeEventListener('abort', done)
        resolve()
      }
      this.#sleepers.add(done)
      signal.addEventListener('abort', done)
    })
  }

  /** Ends at once when the hub closes: the rest must be handed over now. */
  #pause(ms: number, signal: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const done = (): void => {
        clearTimeout(timer)
        signal.removeEventListener('abort', done)
        this.#sleepers.delete(closing)
        resolve()
      }
      const closing = (): void => (this.#isClosed ? done() : undefined)
      const timer = setTimeout(done, ms)
      this.#sleepers.add(closing)
      signal.addEventListener('abort', done)
    })
  }
}

const concerns = (news: News, project: ProjectId | null): boolean =>
  project === null || news.project === null || news.project === project
