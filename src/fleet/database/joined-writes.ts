/** A statement that changes rows and whose result nobody waits for. */
export interface Write {
  /** Identifies the rows it changes; two writes with the same key are never merged. */
  about: string
  statement: string
  values: readonly unknown[]
}

/** Collects writes into one statement, which costs half as much as sending them one by one. */
export class JoinedWrites {
  #writes: Write[] = []

  /** False when the waiting writes have to be sent before it. */
  add(write: Write): boolean {
    const isApart = this.#writes.some(
      (other) => other.about === write.about || (mustBeLast(other) && mustBeLast(write)),
    )
    if (isApart) return false
    this.#writes.push(write)
    return true
  }

  /** Everything that waits, as one statement; null when nothing does. */
  take(): Omit<Write, 'about'> | null {
    const writes = this.#writes
    if (writes.length === 0) return null
    this.#writes = []
    const last = writes.findIndex(mustBeLast)
    if (last !== -1) writes.push(...writes.splice(last, 1))
    return { statement: cachedJoin(writes), values: writes.flatMap((write) => write.values) }
  }
}

const WITH_CLAUSE = /^\s*with\s/i

/** A statement with a `with` clause cannot be nested in another one's. */
const mustBeLast = ({ statement }: Write): boolean => WITH_CLAUSE.test(statement)

const numbers = new Map<string, number>()
const known = new Map<string, string>()

/** Cached: the number of different combinations is small. */
function cachedJoin(writes: readonly Write[]): string {
  const key = writes.map(({ statement }) => numberOf(statement)).join(' ')
  const text = known.get(key) ?? join(writes)
  known.set(key, text)
  return text
}

function numberOf(statement: string): number {
  const number = numbers.get(statement) ?? numbers.size
  numbers.set(statement, number)
  return number
}

function join(writes: readonly Write[]): string {
  let before = 0
  const texts = writes.map(({ statement, values }) => {
    const text = statement.replace(/\$(\d+)/g, (_, number) => `$${Number(number) + before}`)
    before += values.length
    return text
  })
  const last = texts.pop() ?? ''
  if (texts.length === 0) return last
  const parts = texts.map((text, index) => `write_${index} as (${text})`).join(',\n')
  return WITH_CLAUSE.test(last)
    ? last.replace(WITH_CLAUSE, () => `with ${parts},\n`)
    : `with ${parts}\n${last}`
}
