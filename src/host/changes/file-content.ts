import { hash } from 'node:crypto'
import { lstatSync, readlinkSync } from 'node:fs'
import { join } from 'node:path'
import { errnoOf } from '../files/errno.ts'
import { readOwnBytes } from '../files/own-files.ts'

export interface Content {
  kind: 'text' | 'binary' | 'link'
  /** Null if not counted: binary, too large or unreadable. */
  lines: number | null
  digest: string
}

/** Larger files are not read: size and time serve as their digest. */
const MAX_READ_BYTES = 5 * 1024 * 1024
/** How many bytes git itself checks to tell binary from text. */
const SNIFFED_BYTES = 8000

/** Links are not followed: their targets are not part of the project. */
export function contentIn(dir: string, path: string): Content {
  const file = join(dir, path)
  try {
    const stat = lstatSync(file)
    if (stat.isSymbolicLink())
      return { kind: 'link', lines: 1, digest: digestOf(readlinkSync(file)) }
    if (!stat.isFile() || stat.size > MAX_READ_BYTES)
      return { kind: 'text', lines: null, digest: `${stat.size}@${stat.mtimeMs}` }
    const bytes = readOwnBytes(file, { below: dir })
    const isBinary = bytes.subarray(0, SNIFFED_BYTES).includes(0)
    return {
      kind: isBinary ? 'binary' : 'text',
      lines: isBinary ? null : linesIn(bytes),
      digest: digestOf(bytes),
    }
  } catch (error) {
    return { kind: 'text', lines: null, digest: errnoOf(error) ?? 'unreadable' }
  }
}

const digestOf = (content: string | Uint8Array): string => hash('sha256', content).slice(0, 16)

const NEWLINE = 10

function linesIn(bytes: Uint8Array): number {
  let lines = 0
  for (let at = bytes.indexOf(NEWLINE); at !== -1; at = bytes.indexOf(NEWLINE, at + 1)) lines++
  return bytes.length > 0 && bytes.at(-1) !== NEWLINE ? lines + 1 : lines
}
