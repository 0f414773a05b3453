import type { LineReader } from '../../../../core/agent-events/line-reader.ts'
import { LineSplitter } from './line-splitter.ts'
import { LogLines } from './log-lines.ts'

/** `lost`: the connection is gone and is being retried. */
export type FeedState = 'opening' | 'following' | 'lost' | 'ended'

interface FeedOptions {
  reader: LineReader | null
  open(offset: number, signal: AbortSignal): Promise<ReadableStream<Uint8Array>>
  /** True if nothing more can come; a stream also ends when the host goes down. */
  isOver(): boolean
  onChange(): void
}

/** Blocking the page for longer than this makes it stutter. */
const SLICE_MS = 8
const FLUSH_MS = 100
const FIRST_WAIT_MS = 500
const LONGEST_WAIT_MS = 5000

/** Follows one log by byte offset: interruptions neither lose nor repeat anything. */
export class LogFeed {
  readonly log: LogLines
  state: FeedState = 'opening'
  readonly #options: FeedOptions
  readonly #splitter = new LineSplitter()
  #offset = 0
  #running: AbortController | null = null
  #wake: () => void = () => undefined
  #isFlushing = false
  #isIndexing = false

  constructor(options: FeedOptions) {
    this.#options = options
    this.log = new LogLines(options.reader)
  }

  start(): void {
    if (this.#running !== null || (this.state === 'ended' && this.#options.isOver())) return
    this.#running = new AbortController()
    void this.#follow(this.#running.signal)
  }

  /** Frees its connection; `start` resumes at the same offset. */
  pause(): void {
    this.#running?.abort()
    this.#running = null
    this.#wake()
  }

  /** Ends the current wait before the next attempt. */
  retry(): void {
    this.#wake()
  }

  async #follow(signal: AbortSignal): Promise<void> {
    let wait = FIRST_WAIT_MS
    while (!signal.aborted) {
      const before = this.#offset
      const state = await this.#readOn(signal)
      if (signal.aborted) return
      if (state === 'ended' && this.#options.isOver()) return this.#finish()
      this.#setState(state)
      wait = this.#offset > before ? FIRST_WAIT_MS : Math.min(wait * 2, LONGEST_WAIT_MS)
      await this.#pauseFor(wait)
    }
  }

  async #readOn(signal: AbortSignal): Promise<'ended' | 'lost'> {
    try {
      const stream = await this.#options.open(this.#offset, signal)
      this.#setState('following')
      await this.#readAll(stream.getReader(), signal)
      return 'ended'
    } catch {
      // Whatever the cause, the next attempt continues at the same offset.
      return 'lost'
    }
  }

  async #readAll(
    reader: ReadableStreamDefaultReader<Uint8Array>,
    signal: AbortSignal,
  ): Promise<void> {
    let began = performance.now()
    for (;;) {
      const { done, value } = await reader.read()
      // Drop what an aborted stream still delivers: the next stream sends it again.
      if (done || signal.aborted) return
      this.#offset += value.length
      this.#add(this.#splitter.push(value))
      if (performance.now() - began < SLICE_MS) continue
      await nextTask()
      began = performance.now()
    }
  }

  #finish(): void {
    this.#running = null
    this.#add(this.#splitter.end())
    this.#setState('ended')
  }

  #add(lines: string[]): void {
    if (lines.length === 0) return
    this.log.add(lines)
    this.#changed()
    if (!this.#isIndexing) void this.#index()
  }

  async #index(): Promise<void> {
    this.#isIndexing = true
    while (!this.log.isIndexed) {
      await nextTask()
      const until = performance.now() + SLICE_MS
      this.log.index(() => performance.now() >= until)
      this.#changed()
    }
    this.#isIndexing = false
  }

  #setState(state: FeedState): void {
    if (this.state === state) return
    this.state = state
    this.#changed()
  }

  #changed(): void {
    if (this.#isFlushing) return
    this.#isFlushing = true
    setTimeout(() => {
      this.#isFlushing = false
      this.#options.onChange()
    }, FLUSH_MS)
  }

  #pauseFor(milliseconds: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, milliseconds)
      this.#wake = () => {
        clearTimeout(timer)
        resolve()
      }
    })
  }
}

const nextTask = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 0))
