import { closeSync, fstatSync, readSync, watch, type FSWatcher } from 'node:fs'
import { dirname } from 'node:path'
import { createLineSplitter } from '../../../host/agents/logs/ndjson.ts'
import { isMissing } from '../../../host/files/errno.ts'
import { openForReading } from '../../../host/files/own-files.ts'

const NEWLINE = 0x0a
const CHUNK_BYTES = 64 * 1024
/** Polls as well: a watcher may miss a change (network drives, a full queue). */
const POLL_MS = 500

interface Reader {
  onLine: (line: string) => void
  /** The file was replaced or lost lines: it is read from its start again. */
  onRestart?: () => void
}

/** Reads every line of a file as it is now, including a last one without newline. */
export function readLines(path: string, onLine: (line: string) => void): void {
  const lines = new GrowingLines(path, { onLine })
  lines.look()
  lines.end()
}

/** Reads every line from the first on, and each that is added, until the signal fires. */
export async function followLines(
  path: string,
  { until, ...reader }: Reader & { until: AbortSignal },
): Promise<void> {
  const lines = new GrowingLines(path, reader)
  const look = (): void => lines.look()
  look()
  const watcher = watchFolder(dirname(path), look)
  const timer = setInterval(look, POLL_MS)
  look()
  try {
    await new Promise<void>((resolve) => {
      if (until.aborted) resolve()
      else until.addEventListener('abort', () => resolve(), { once: true })
    })
  } finally {
    clearInterval(timer)
    watcher?.close()
  }
}

/** A file that grows line by line. A partial line that a crash left may be cut off meanwhile. */
class GrowingLines {
  readonly #path: string
  readonly #reader: Reader
  #splitter: ReturnType<typeof createLineSplitter>
  #file = 0
  #offset = 0
  #lineEnd = 0

  constructor(path: string, reader: Reader) {
    this.#path = path
    this.#reader = reader
    this.#splitter = createLineSplitter(reader.onLine)
  }

  look(): void {
    const fd = opened(this.#path)
    if (fd === null) return
    try {
      this.#findPlace(fstatSync(fd))
      this.#read(fd)
    } finally {
      closeSync(fd)
    }
  }

  end(): void {
    this.#splitter.end()
  }

  #findPlace({ ino, size }: { ino: number; size: number }): void {
    const isOther = this.#file !== 0 && ino !== this.#file
    this.#file = ino
    if (!isOther && size >= this.#offset) return
    this.#splitter = createLineSplitter(this.#reader.onLine)
    const isTornOnly = !isOther && size >= this.#lineEnd
    this.#offset = isTornOnly ? this.#lineEnd : 0
    this.#lineEnd = this.#offset
    if (!isTornOnly) this.#reader.onRestart?.()
  }

  #read(fd: number): void {
    const buffer = Buffer.alloc(CHUNK_BYTES)
    for (;;) {
      const length = readSync(fd, buffer, 0, CHUNK_BYTES, this.#offset)
      if (length === 0) return
      const chunk = buffer.subarray(0, length)
      const newline = chunk.lastIndexOf(NEWLINE)
      if (newline !== -1) this.#lineEnd = this.#offset + newline + 1
      this.#offset += length
      this.#splitter.push(chunk)
    }
  }
}

function opened(path: string): number | null {
  try {
    return openForReading(path)
  } catch (error) {
    if (isMissing(error)) return null
    throw error
  }
}

/** Null where the system has no watches left; the timer then notices changes later. */
function watchFolder(folder: string, changed: () => void): FSWatcher | null {
  try {
    return watch(folder, changed).on('error', () => undefined)
  } catch {
    return null
  }
}
