import { randomInt } from 'node:crypto'

const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const LENGTH = 10
const VALID_MS = 10 * 60_000
const MAX_OPEN = 5
const MAX_WRONG = 10

/** Codes for one device each. Too many wrong guesses invalidate all of them. */
export class PairingCodes {
  readonly #now: () => Date
  readonly #open = new Map<string, number>()
  #wrong = 0

  constructor(now: () => Date) {
    this.#now = now
  }

  offer(): { code: string; expiresAt: string } {
    const code = Array.from({ length: LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('')
    const expiresAt = this.#now().getTime() + VALID_MS
    this.#open.set(code, expiresAt)
    this.#wrong = 0
    for (const oldest of this.#open.keys()) {
      if (this.#open.size <= MAX_OPEN) break
      this.#open.delete(oldest)
    }
    const half = LENGTH / 2
    return {
      code: `${code.slice(0, half)}-${code.slice(half)}`,
      expiresAt: new Date(expiresAt).toISOString(),
    }
  }

  /** True only once per code. */
  take(given: string): boolean {
    const code = normalised(given)
    const expiresAt = this.#open.get(code)
    this.#open.delete(code)
    if (expiresAt !== undefined && expiresAt > this.#now().getTime()) return true
    this.#wrong++
    if (this.#wrong >= MAX_WRONG) this.#open.clear()
    return false
  }
}

/** Accepts what people type: lower case, other separators, letters that look like digits. */
const normalised = (given: string): string =>
  given
    .toUpperCase()
    .replaceAll(/[^0-9A-Z]/g, '')
    .replaceAll('O', '0')
    .replaceAll(/[IL]/g, '1')
