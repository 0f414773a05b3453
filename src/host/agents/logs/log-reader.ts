import { lstatSync } from 'node:fs'
import type { FileHandle } from 'node:fs/promises'
import { openPlainHandle } from '../../files/own-files.ts'

const DEFAULT_READ_BYTES = 256 * 1024
/** How soon readers see a new line; the watch over all agents polls less often. */
const LOOK_MS = 20

export type LogChunk = {
  offset: number
  bytes: Uint8Array
  /** The agent has ended and this is the end of its log. */
  isLast: boolean
}

export type LogReaderOptions = {
  path: string
  offset: number
  hasEnded: () => boolean
  /** Subscribes to the log growing and to the agent's end; returns the unsubscribe function. */
  onGrowth: (wake: () => void) => () => void
}

/** Reads a log at its client's pace: nothing is read ahead, so slow clients cost no memory. */
export class LogReader {
  readonly #options: LogReaderOptions
  #offset: number
  #file: FileHandle | null = null

  constructor(options: LogReaderOptions) {
    this.#options = options
    this.#offset = options.offset
  }

  async read(maxBytes = DEFAULT_READ_BYTES): Promise<LogChunk> {
    // Before the read: otherwise output printed between the two would be cut off.
    const hasEnded = this.#options.hasEnded()
    this.#file ??= await openPlainHandle(this.#options.path)
    const offset = this.#offset
    const { bytesRead, buffer } = await this.#file.read(
      Buffer.allocUnsafe(maxBytes),
      0,
      maxBytes,
      offset,
    )
    this.#offset += bytesRead
    const isLast = hasEnded && bytesRead < maxBytes
    return { offset, bytes: buffer.subarray(0, bytesRead), isLast }
  }

  /** Resolves when there is something to read, the agent has ended, or the signal fires. */
  more(signal?: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const done = (): void => {
        clearInterval(timer)
        unsubscribe()
        signal?.removeEventListener('abort', done)
        resolve()
      }
      const look = (): void => (this.#hasMore() ? done() : undefined)
      const timer = setInterval(look, LOOK_MS).unref()
      const unsubscribe = this.#options.onGrowth(done)
      signal?.addEventListener('abort', done)
      if (this.#hasMore() || signal?.aborted === true) done()
    })
  }

  async close(): Promise<void> {
    const file = this.#file
    this.#file = null
    await file?.close()
  }

  #hasMore(): boolean {
    if (this.#options.hasEnded()) return true
    const size = lstatSync(this.#options.path, { throwIfNoEntry: false })?.size ?? 0
    return size > this.#offset
  }
}
