/** A statement that changes rows, and whose answer no one waits for. */
export interface Write {
  /** Whose rows it changes: two about the same are not written by one statement. */
  about: string
  statement: string
  values: readonly unknown[]
}

/** Writes that wait to become one statement: it costs half as much as each for itself. */
export class JoinedWrites {
  #writes: Write[] = []

  /** False when it has to come behind those that wait. */
  add(write: Write): boolean {
    const isApart = this.#writes.some(
      (other) => other.about === write.about || (mustBeLast(other) && mustBeLast(write)),
    )
    if (isApart) return false
    this.#writes.push(write)
    return true
  }

  /** All that wait; null when there is none. */
  take(): Omit<Write, 'about'> | null {
    const writes = this.#writes
    if (writes.length === 0) return null
    this.#writes = []
    const last = writes.findIndex(mustBeLast)
    if (last !== -1) writes.push(...writes.splice(last, 1))
    return { statement: joined(writes), values: writes.flatMap((write) => write.values) }
  }
}

const OWN_PARTS = /^\s*with\s/i

/** What has parts of its own can be no part of another. */
const mustBeLast = ({ statement }: Write): boolean => OWN_PARTS.test(statement)

const numbers = new Map<string, number>()
const known = new Map<string, string>()

/** There are only so many different ones. */
function joined(writes: readonly Write[]): string {
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
  return OWN_PARTS.test(last)
    ? last.replace(OWN_PARTS, () => `with ${parts},\n`)
    : `with ${parts}\n${last}`
}
