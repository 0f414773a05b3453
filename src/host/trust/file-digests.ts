import { createHash, hash, randomBytes } from 'node:crypto'
import {
  closeSync,
  constants,
  fstatSync,
  openSync,
  readFileSync,
  readSync,
  type Stats,
} from 'node:fs'

export const digestOf = (content: string | Buffer): string => hash('sha256', content, 'hex')

/** Equals no digest that anyone has decided on. */
export const undecidable = (): string => digestOf(randomBytes(32))

/** Nobody can set the time of the last change back. */
export const marksOf = ({ mode, ino, size, mtimeMs, ctimeMs }: Stats): string =>
  `${mode} ${ino} ${size} ${mtimeMs} ${ctimeMs}`

const MB = 1024 * 1024
const MAX_TEXT = 4 * MB

const MAX_BYTES = 256 * MB

/**
 * How much is read in one look at a folder. Files whose digest is cached count as well: a digest
 * must not depend on what is cached.
 */
export class ByteLimit {
  #left = MAX_BYTES

  allows(bytes: number): boolean {
    if (bytes > this.#left) return false
    this.#left -= bytes
    return true
  }
}

export interface FileContent {
  digest: string
  /** Null if it is too large to be shown, or not known. */
  text: string | null
  problem: string | null
}

/** The content of a file that is no link. */
export function contentOf(path: string, limit: ByteLimit): FileContent {
  const fd = openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK)
  try {
    const stat = fstatSync(fd)
    if (!stat.isFile()) return specialFile()
    if (!limit.allows(stat.size)) {
      const problem = 'too large to be read: every change of the file counts'
      return { digest: digestOf(marksOf(stat)), text: null, problem }
    }
    if (stat.size > MAX_TEXT)
      return { digest: digestOfLarge(fd, stat), text: null, problem: 'too large to be shown' }
    const bytes = readFileSync(fd)
    return { digest: digestOf(bytes), text: bytes.toString('utf8'), problem: null }
  } finally {
    closeSync(fd)
  }
}

/** What a pipe, a socket or a device says can be different at every look. */
export const specialFile = (): FileContent => ({
  digest: undecidable(),
  text: null,
  problem: 'no ordinary file, so it cannot be trusted: remove it',
})

/** By marks; only of files that had not been changed for a while when they were read. */
const cached = new Map<string, string>()
const MAX_CACHED = 1000
/** A change within the same tick of the clock would not show in the marks. */
const SETTLED_MS = 2000

function digestOfLarge(fd: number, stat: Stats): string {
  const key = `${stat.dev} ${marksOf(stat)}`
  const known = cached.get(key)
  if (known !== undefined) return known
  const startedAt = Date.now()
  const found = hashOf(fd)
  if (cached.size >= MAX_CACHED) cached.clear()
  const isSame = marksOf(fstatSync(fd)) === marksOf(stat)
  if (isSame && startedAt - stat.ctimeMs > SETTLED_MS) cached.set(key, found)
  return found
}

/** A file that keeps growing is not read for ever. */
const MAX_CHUNKS = 1024

function hashOf(fd: number): string {
  const sum = createHash('sha256')
  const buffer = Buffer.allocUnsafe(MB)
  for (let chunk = 0; chunk < MAX_CHUNKS; chunk++) {
    const length = readSync(fd, buffer, 0, MB, null)
    if (length === 0) break
    sum.update(buffer.subarray(0, length))
  }
  return sum.digest('hex')
}
