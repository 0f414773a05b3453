import {
  closeSync,
  constants,
  fchmodSync,
  fdatasync,
  fstatSync,
  fsync,
  ftruncateSync,
  lstatSync,
  openSync,
  rename,
  rmSync,
  writeSync,
  type BigIntStats,
} from 'node:fs'
import { dirname } from 'node:path'
import { promisify } from 'node:util'
import { errnoOf } from './errno.ts'
import { openForWriting, refuseLinks, temporaryFor } from './own-files.ts'

const syncData = promisify(fdatasync)
const syncAll = promisify(fsync)
const move = promisify(rename)

export interface AppendFile {
  /**
   * All or nothing: truncates what a failed write left behind. Throws `FileReplaced` if the file
   * is not as the last write left it.
   */
  write(text: string): void
  /** Removes what the last write added. */
  takeBack(): void
  /** The file's `stampOf` after the last write. */
  stamp(): string
  sync(): Promise<void>
  /** Begins a sync that nobody waits for. */
  flush(): void
  close(): void
}

/** What the caller knows of a file that it is going to append to. */
interface KnownFile {
  /** Its size; whatever it is unless given. */
  length?: number
  /** Its `stampOf`, if the caller has read it. */
  stamp?: string | null
  /** For a new file; 0644 unless given. */
  mode?: number
}

interface ReplaceOptions {
  /** The file mode; 0644 unless given. */
  mode?: number
  /** Called right before the old content is replaced; throws to keep it. */
  check?: () => void
  /** Awaited after the new content is synced and before it replaces the old. */
  after?: Promise<void>
}

/** Someone deleted, replaced or changed a file that only this process may write. */
export class FileReplaced extends Error {
  readonly path: string

  constructor(path: string) {
    super(`${path} was deleted or changed by another program`)
    this.path = path
  }
}

/**
 * Writes that must survive a crash. A port, so that a full or failing disk can be simulated.
 */
export interface DurableFiles {
  openAppend(path: string, known?: KnownFile): AppendFile
  replace(path: string, content: string | Buffer, replacing?: ReplaceOptions): Promise<void>
}

export const realFiles: DurableFiles = {
  openAppend,
  async replace(path, content, { mode, check, after }: ReplaceOptions = {}) {
    const temporary = temporaryFor(path)
    refuseLinks(path)
    try {
      await writeSynced(temporary, content, mode)
      await after
      check?.()
      // Asynchronous: freeing the old file's blocks can take longer than the sync.
      await move(temporary, path)
    } catch (error) {
      rmSync(temporary, { force: true })
      throw error
    }
  },
}

async function writeSynced(
  path: string,
  content: string | Buffer,
  mode: number | undefined,
): Promise<void> {
  const fd = openSync(path, 'wx', 0o644)
  try {
    if (mode !== undefined) fchmodSync(fd, mode)
    writeAll(fd, content)
    await syncAll(fd)
  } finally {
    closeSync(fd)
  }
}

function openAppend(path: string, known: KnownFile = {}): AppendFile {
  const { O_APPEND, O_CREAT, O_WRONLY } = constants
  const fd = openForWriting(path, O_WRONLY | O_CREAT | O_APPEND, known.mode ?? 0o644)
  const found = fstatSync(fd, { bigint: true })
  let length = known.length ?? Number(found.size)
  let before = length
  let stamp = known.stamp ?? stampOf(found)
  let isNew = found.size === 0n
  const isOurs = (): boolean => {
    const now = statOrNull(path)
    return now !== null && Number(now.size) === length && stampOf(now) === stamp
  }
  const cutTo = (size: number): void => {
    ftruncateSync(fd, size)
    length = size
    stamp = stampOf(fstatSync(fd, { bigint: true }))
  }
  return {
    write(text) {
      if (!isOurs()) throw new FileReplaced(path)
      before = length
      try {
        length += writeAll(fd, text)
      } catch (error) {
        cutTo(before)
        throw error
      }
      stamp = stampOf(fstatSync(fd, { bigint: true }))
    },
    takeBack: () => cutTo(before),
    stamp: () => stamp,
    async sync() {
      await syncData(fd)
      if (!isNew) return
      isNew = false
      await syncFolder(dirname(path))
    },
    // Whatever goes wrong is reported by the next write or sync.
    flush: () => fdatasync(fd, () => undefined),
    close: () => closeSync(fd),
  }
}

/**
 * Changes with the file and with its content: no program can set the time of change. Size and inode
 * alone stay the same when a file is rewritten in place.
 */
export const stampOf = ({ dev, ino, size, mtimeNs, ctimeNs }: BigIntStats): string =>
  `${dev}-${ino}-${size}-${mtimeNs}-${ctimeNs}`

/** Null when there is no such file. */
export function stampAt(path: string): string | null {
  const stat = statOrNull(path)
  return stat && stampOf(stat)
}

function statOrNull(path: string): BigIntStats | null {
  try {
    return lstatSync(path, { bigint: true })
  } catch (error) {
    if (errnoOf(error) === null) throw error
    return null
  }
}

/** Otherwise a power loss may lose the name of a new file although its content was synced. */
async function syncFolder(path: string): Promise<void> {
  const fd = openSync(path, 'r')
  try {
    await syncAll(fd)
  } finally {
    closeSync(fd)
  }
}

function writeAll(fd: number, content: string | Buffer): number {
  const bytes = typeof content === 'string' ? Buffer.from(content, 'utf8') : content
  let written = 0
  while (written < bytes.length) written += writeSync(fd, bytes, written)
  return bytes.length
}
