import { closeSync, readSync, statSync } from 'node:fs'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { openPlainFile } from '../../files/own-files.ts'

const CHUNK_BYTES = 512 * 1024

/** Shared by all tails: each chunk is processed before the next read. */
let sharedBuffer: Buffer | null = null

export type LogTailOptions = {
  path: string
  /** Must not keep the chunk: its memory is reused. */
  onChunk: (chunk: Uint8Array) => void
}

/** Follows a growing file from its start. Has no timer: its owner decides when to look. */
export class LogTail {
  readonly #path: string
  readonly #onChunk: (chunk: Uint8Array) => void
  #fd: number | null = null
  #offset = 0
  #isReading = false
  #isClosed = false

  constructor({ path, onChunk }: LogTailOptions) {
    this.#path = path
    this.#onChunk = onChunk
  }

  /** The number of bytes read so far. */
  get bytes(): number {
    return this.#offset
  }

  /** Starts reading what was added, if anything; returns when that was written. */
  look(): Date | null {
    const stat = statSync(this.#path, { throwIfNoEntry: false })
    if (stat === undefined || stat.size <= this.#offset) return null
    if (!this.#isReading) {
      this.#isReading = true
      this.#read().then(this.#settled, this.#settled)
    }
    return stat.mtime
  }

  /**
   * Reads to the end and closes the file; call it when nobody writes anymore. A `look` that is
   * still reading does no harm: both take the next chunk from the same offset.
   */
  async drain(): Promise<void> {
    try {
      await this.#read()
    } finally {
      this.close()
    }
  }

  close(): void {
    this.#isClosed = true
    if (this.#fd === null) return
    closeSync(this.#fd)
    this.#fd = null
  }

  /** A failed read is retried at the next look; only the final one in `drain` reports errors. */
  readonly #settled = (): void => {
    this.#isReading = false
  }

  async #read(): Promise<void> {
    sharedBuffer ??= Buffer.allocUnsafeSlow(CHUNK_BYTES)
    while (!this.#isClosed) {
      this.#fd ??= openPlainFile(this.#path)
      const length = readSync(this.#fd, sharedBuffer, 0, CHUNK_BYTES, this.#offset)
      this.#offset += length
      if (length > 0) this.#onChunk(sharedBuffer.subarray(0, length))
      if (length < CHUNK_BYTES) return
      await nextTurn()
    }
  }
}
