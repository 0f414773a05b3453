import type { AgentId } from '../../contracts/ids.ts'
import type { StepOutput } from '../../host/ports/step-runner.ts'
import type { Database } from '../database/database.ts'

const DEFAULT_READ_BYTES = 256 * 1024
/** What is announced may be lost with a connection. */
const BACKSTOP_MS = 1000

interface Stored {
  database: Database
  agentId: AgentId
  offset: number
  /** Calls back at every growth and at the end, until unsubscribed. */
  onGrowth: (wake: () => void) => () => void
}

interface Part {
  begins: number
  bytes: Buffer
}

/** What a step has printed, out of the database: in the order it was printed, from any place on. */
export class StoredOutput implements StepOutput {
  readonly #stored: Stored
  #offset: number
  #grown = false
  #wake: () => void = () => undefined
  readonly #leave: () => void

  private constructor(stored: Stored) {
    this.#stored = stored
    this.#offset = stored.offset
    this.#leave = stored.onGrowth(() => {
      this.#grown = true
      this.#wake()
    })
  }

  /** Null when there is no such attempt in that project. */
  static async open(stored: Stored & { project: string }): Promise<StoredOutput | null> {
    const { rowCount } = await stored.database.query(
      `select from sdd.attempts join sdd.items on items.id = item
       where agent_id = $1 and project = $2`,
      [stored.agentId, stored.project],
    )
    return rowCount === 1 ? new StoredOutput(stored) : null
  }

  async read(maxBytes = DEFAULT_READ_BYTES): ReturnType<StepOutput['read']> {
    this.#grown = false
    // Asked before reading: what is printed between the two would otherwise be cut off.
    const hasEnded = await this.#hasEnded()
    const bytes = await this.#next(maxBytes)
    const offset = this.#offset
    this.#offset += bytes.length
    return { offset, bytes, isLast: hasEnded && bytes.length === 0 }
  }

  more(signal?: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const done = (): void => {
        clearTimeout(timer)
        this.#wake = () => undefined
        signal?.removeEventListener('abort', done)
        resolve()
      }
      const timer = setTimeout(done, BACKSTOP_MS)
      this.#wake = done
      signal?.addEventListener('abort', done)
      if (this.#grown || signal?.aborted === true) done()
    })
  }

  async close(): Promise<void> {
    this.#leave()
  }

  async #next(maxBytes: number): Promise<Buffer> {
    const { database, agentId } = this.#stored
    const { rows } = await database.query<Part>(
      `select begins, bytes from sdd.output
       where agent_id = $1 and begins + length(bytes) > $2 order by number limit 8`,
      [agentId, this.#offset],
    )
    const whole: Buffer[] = []
    let at = this.#offset
    for (const { begins, bytes } of rows) {
      if (begins > at) break
      whole.push(bytes.subarray(at - begins))
      at = begins + bytes.length
    }
    return Buffer.concat(whole).subarray(0, maxBytes)
  }

  async #hasEnded(): Promise<boolean> {
    const { rowCount } = await this.#stored.database.query(
      `select from sdd.attempts where agent_id = $1 and state in ('queued', 'claimed')`,
      [this.#stored.agentId],
    )
    return rowCount === 0
  }
}
