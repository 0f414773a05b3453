import type { AgentId } from '../../contracts/ids.ts'
import type { StepOutput } from '../../host/ports/step-runner.ts'
import type { Database } from '../database/database.ts'

/** Heard by everyone who follows what an agent prints. */
export const OUTPUT_CHANNEL = 'sdd_output'

const DEFAULT_READ_BYTES = 256 * 1024
/** Announcements may be lost with a connection. */
const BACKSTOP_MS = 1000

interface Stored {
  database: Database
  agentId: AgentId
  offset: number
  reading: Reading
  /** Calls `wake` at every growth and at the end, until unsubscribed. */
  onGrowth: (wake: () => void) => () => void
}

interface Found {
  hasEnded: boolean
  parts: Part[]
}

/** Reads under way, by agent and position. */
export type Reading = Map<string, Promise<Found>>

interface Part {
  number: number
  begins: number
  bytes: Buffer
}

/** What a step has printed, read from the database in order, from any offset. */
export class StoredOutput implements StepOutput {
  readonly #stored: Stored
  #offset: number
  #number = 0
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
    const { hasEnded, parts } = await this.#next()
    const whole: Buffer[] = []
    let at = this.#offset
    for (const { number, begins, bytes } of parts) {
      if (begins > at || at - this.#offset >= maxBytes) break
      this.#number = number
      whole.push(bytes.subarray(at - begins))
      at = begins + bytes.length
    }
    const bytes = Buffer.concat(whole).subarray(0, maxBytes)
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

  /** Followers at the same position share one query. */
  #next(): Promise<Found> {
    const { database, agentId, reading } = this.#stored
    const key = `${agentId} ${this.#number} ${this.#offset}`
    const shared = reading.get(key)
    if (shared) return shared
    const found = readParts(database, { agentId, number: this.#number, offset: this.#offset })
    reading.set(key, found)
    void found.catch(() => undefined).then(() => reading.delete(key))
    return found
  }
}

interface Place {
  agentId: AgentId
  /** The part that contains the offset, or one before it. */
  number: number
  offset: number
}

/** One statement: when it says that the step has ended, it also has all of its output. */
async function readParts(database: Database, { agentId, number, offset }: Place): Promise<Found> {
  const { rows } = await database.query<{ hasEnded: boolean } & Partial<Part>>(
    `select state not in ('queued', 'claimed') as "hasEnded", number, begins, bytes
     from sdd.attempts left join lateral (
       select number, begins, bytes from sdd.output
       where output.agent_id = $1 and number >= $2 and begins + length(bytes) > $3
       order by number limit 8
     ) as parts on true
     where attempts.agent_id = $1 order by number`,
    [agentId, number, offset],
  )
  return { hasEnded: rows[0]?.hasEnded ?? true, parts: rows.flatMap(partOf) }
}

const partOf = ({ number, begins, bytes }: Partial<Part>): Part[] =>
  typeof number === 'number' && begins !== undefined && bytes !== undefined
    ? [{ number, begins, bytes }]
    : []
