import { closeSync, constants, fstatSync, openSync, readFileSync, readSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { z } from 'zod'
import type { WorkItem } from '../../contracts/work-item.ts'
import type { AppendFile, DurableFiles } from '../files/durable-files.ts'
import { isMissing } from '../files/errno.ts'
import { replaceFile } from '../files/own-files.ts'
import { PERSONAL_MODE, preparePersonalFolder } from '../files/personal-folder.ts'
import { safeItemName } from '../items/safe-name.ts'
import type { ProjectFolders } from '../project/folders.ts'

const spansSchema = z.array(z.tuple([z.number().int(), z.number().int()]))
/** How much of it a power loss may take. */
const FLUSH_MS = 2000
/** From and to, in bytes. */
export type Span = [from: number, to: number]

/**
 * A second copy of an event log, in the user's own folder: only what is in it was written by this
 * computer, because neither an agent nor a repository can write there. It is written before the log,
 * but nobody waits until it is on the disk: what it lacks after a power loss counts as foreign.
 */
export class OwnCopy {
  readonly #files: DurableFiles
  readonly #pathOf: () => string
  #file: AppendFile | null = null
  #flushedAt = 0

  constructor(files: DurableFiles, pathOf: () => string) {
    this.#files = files
    this.#pathOf = pathOf
  }

  /** The bytes from there on; none if there is no copy. */
  read(from = 0): Buffer {
    let fd: number
    try {
      fd = openSync(this.#path, constants.O_RDONLY)
    } catch (error) {
      if (isMissing(error)) return Buffer.alloc(0)
      throw error
    }
    try {
      const bytes = Buffer.allocUnsafe(Math.max(0, fstatSync(fd).size - from))
      let length = 0
      for (let read = -1; read !== 0 && length < bytes.length; length += read)
        read = readSync(fd, bytes, length, bytes.length - length, from + length)
      return bytes.subarray(0, length)
    } finally {
      closeSync(fd)
    }
  }

  /** The parts that someone else had written when they were copied. */
  foreign(): Span[] {
    try {
      return spansSchema.parse(JSON.parse(readFileSync(`${this.#path}.foreign`, 'utf8')))
    } catch (error) {
      if (isMissing(error)) return []
      throw error
    }
  }

  /** `at`: where the log ends by now. */
  append(at: number, text: string): void {
    this.#file ??= this.#open(at)
    this.#file.write(text)
    if (Date.now() - this.#flushedAt < FLUSH_MS) return
    this.#file.flush()
    this.#flushedAt = Date.now()
  }

  /** Removes what the last `append` added. */
  takeBack(): void {
    this.#file?.takeBack()
  }

  /** Replaces all of it. The foreign parts come first: without them everything would be our own. */
  become(bytes: Buffer, foreign: readonly Span[]): void {
    this.close()
    preparePersonalFolder(dirname(this.#path))
    const spans = `${this.#path}.foreign`
    if (foreign.length > 0) replaceWith(spans, JSON.stringify(foreign))
    replaceWith(this.#path, bytes)
    if (foreign.length === 0) rmSync(spans, { force: true })
  }

  remove(): void {
    this.close()
    rmSync(this.#path, { force: true })
    rmSync(`${this.#path}.foreign`, { force: true })
  }

  close(): void {
    this.#file?.close()
    this.#file = null
  }

  #open(at: number): AppendFile {
    preparePersonalFolder(dirname(this.#path))
    return this.#files.openAppend(this.#path, { length: at, mode: PERSONAL_MODE })
  }

  get #path(): string {
    return this.#pathOf()
  }
}

export const copyName = (item: WorkItem): string => `${safeItemName(item)}.jsonl`

export const ownCopyOf = (files: DurableFiles, folders: ProjectFolders, item: WorkItem): OwnCopy =>
  new OwnCopy(files, () => join(folders.keptDir, copyName(item)))

/** How many bytes both begin with, in whole lines. */
export function sharedLines(one: Buffer, other: Buffer): number {
  let same = Math.min(one.length, other.length)
  const isSame = (length: number): boolean => one.compare(other, 0, length, 0, length) === 0
  if (!isSame(same)) {
    let differs = same
    for (same = 0; differs - same > 1;) {
      const middle = (same + differs) >>> 1
      if (one.compare(other, same, middle, same, middle) === 0) same = middle
      else differs = middle
    }
  }
  return same === 0 ? 0 : one.lastIndexOf(10, same - 1) + 1
}

export const isIn = (spans: readonly Span[], offset: number): boolean =>
  spans.some(([from, to]) => offset >= from && offset < to)

const replaceWith = (path: string, content: string | Buffer): void =>
  replaceFile(path, content, { mode: PERSONAL_MODE, below: dirname(path) })
