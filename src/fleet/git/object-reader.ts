import type { ChildProcessWithoutNullStreams } from 'node:child_process'

export interface GitObject {
  id: string
  type: string
  bytes: Buffer
}

interface Waiting {
  resolve: (found: GitObject | null) => void
  reject: (error: Error) => void
}

const IDLE_MS = 60_000
const LINE_END = 10

/** Reads objects through one long-lived `git cat-file --batch`: starting git is the slow part. */
export class ObjectReader {
  readonly #child: ChildProcessWithoutNullStreams
  readonly #waiting: Waiting[] = []
  #parts: Buffer[] = []
  #size = 0
  #needed = 1
  #isOpen = true
  #asked = ''
  #isAsking = false
  #idle: NodeJS.Timeout | undefined
  #silence: NodeJS.Timeout | undefined
  readonly #limitMs: number

  /** Whoever asks waits for an answer no longer than that. */
  constructor(child: ChildProcessWithoutNullStreams, limitMs: number) {
    this.#child = child
    this.#limitMs = limitMs
    child.stdout.on('data', (bytes: Buffer) => this.#hear(bytes))
    child.stderr.resume()
    child.stdin.on('error', () => undefined)
    child.on('error', () => this.#ended())
    child.on('close', () => this.#ended())
    this.#restartIdleTimer()
  }

  /** False once git has ended, or nobody asked for a while. */
  get isOpen(): boolean {
    return this.#isOpen
  }

  /** Null when there is no object of that name. */
  read(name: string): Promise<GitObject | null> {
    if (name.includes('\n')) return Promise.resolve(null)
    if (!this.#isOpen) return Promise.reject(new Error('git has ended'))
    this.#restartIdleTimer()
    return new Promise((resolve, reject) => {
      this.#waiting.push({ resolve, reject })
      this.#silence ??= this.#expectAnswer()
      this.#asked += `${name}\n`
      this.#askSoon()
    })
  }

  /** Sends all names asked for in this tick in one write. */
  #askSoon(): void {
    if (this.#isAsking) return
    this.#isAsking = true
    process.nextTick(() => {
      this.#isAsking = false
      this.#child.stdin.write(this.#asked)
      this.#asked = ''
    })
  }

  close(): void {
    clearTimeout(this.#idle)
    if (this.#waiting.length === 0) clearTimeout(this.#silence)
    this.#isOpen = false
    this.#child.stdin.end()
  }

  #expectAnswer(): NodeJS.Timeout {
    return setTimeout(() => this.#child.kill('SIGKILL'), this.#limitMs).unref()
  }

  #restartIdleTimer(): void {
    clearTimeout(this.#idle)
    this.#idle = setTimeout(() => this.close(), IDLE_MS).unref()
  }

  #ended(): void {
    this.close()
    for (const { reject } of this.#waiting.splice(0)) reject(new Error('git has ended'))
  }

  #hear(bytes: Buffer): void {
    this.#parts.push(bytes)
    this.#size += bytes.length
    while (this.#waiting.length > 0 && this.#size >= this.#needed) {
      const all = Buffer.concat(this.#parts)
      const { object, length } = parseFirst(all)
      if (length <= all.length) this.#waiting.shift()?.resolve(object)
      const rest = length <= all.length ? all.subarray(length) : all
      this.#parts = [rest]
      this.#size = rest.length
      this.#needed = length <= all.length ? 1 : length
    }
    clearTimeout(this.#silence)
    this.#silence = this.#waiting.length === 0 ? undefined : this.#expectAnswer()
  }
}

/** `length` is what the object takes up, or at least needs when it is not complete yet. */
function parseFirst(all: Buffer): { object: GitObject | null; length: number } {
  const end = all.indexOf(LINE_END)
  if (end === -1) return { object: null, length: all.length + 1 }
  const header = all.toString('utf8', 0, end)
  const [, id = '', type = '', size] = /^([0-9a-f]+) (\w+) (\d+)$/.exec(header) ?? []
  if (size === undefined) return { object: null, length: end + 1 }
  const begin = end + 1
  const length = begin + Number(size) + 1
  // Copied, so that keeping it does not keep the whole buffer alive.
  return { object: { id, type, bytes: Buffer.from(all.subarray(begin, length - 1)) }, length }
}
