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
  type Stats,
} from 'node:fs'
import { dirname } from 'node:path'
import { promisify } from 'node:util'
import { errnoOf } from './errno.ts'
import { openForWriting, openTemporary, refuseLinks, temporaryFor } from './own-files.ts'

const syncData = promisify(fdatasync)
const syncAll = promisify(fsync)
const move = promisify(rename)

export interface AppendFile {
  /**
   * All or nothing: truncates what a failed write left behind. Throws `FileReplaced` if the file
   * is not as the last write left it.
   */
  write(text: string): void
  sync(): Promise<void>
  close(): void
}

interface ReplaceOptions {
  /** The file mode; 0644 unless given. */
  mode?: number
  /** Called right before the old content is replaced; throws to keep it. */
  check?: () => void
  /** Awaited after the new content is synced and before it replaces the old. */
  after?: Promise<void>
}

/** Someone deleted, replaced, truncated or extended a file that only this process may write. */
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
  /** `length`: the expected size of the file; its actual size unless given. */
  openAppend(path: string, length?: number): AppendFile
  replace(path: string, text: string, replacing?: ReplaceOptions): Promise<void>
}

export const realFiles: DurableFiles = {
  openAppend,
  async replace(path, text, { mode, check, after }: ReplaceOptions = {}) {
    const temporary = temporaryFor(path)
    refuseLinks(path)
    try {
      await writeSynced(temporary, text, mode)
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

async function writeSynced(path: string, text: string, mode: number | undefined): Promise<void> {
  const fd = openTemporary(path, 0o644)
  try {
    if (mode !== undefined) fchmodSync(fd, mode)
    writeAll(fd, text)
    await syncAll(fd)
  } finally {
    closeSync(fd)
  }
}

function openAppend(path: string, known?: number): AppendFile {
  const { O_APPEND, O_CREAT, O_WRONLY } = constants
  const fd = openForWriting(path, O_WRONLY | O_CREAT | O_APPEND, 0o644)
  const { dev, ino, size } = fstatSync(fd)
  let length = known ?? size
  let isNew = size === 0
  const isOurs = (): boolean => {
    const found = statOrNull(path)
    return found?.ino === ino && found.dev === dev && found.size === length
  }
  return {
    write(text) {
      if (!isOurs()) throw new FileReplaced(path)
      try {
        length += writeAll(fd, text)
      } catch (error) {
        ftruncateSync(fd, length)
        throw error
      }
    },
    async sync() {
      await syncData(fd)
      if (!isNew) return
      isNew = false
      await syncFolder(dirname(path))
    },
    close: () => closeSync(fd),
  }
}

function statOrNull(path: string): Stats | null {
  try {
    return lstatSync(path)
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

function writeAll(fd: number, text: string): number {
  const bytes = Buffer.from(text, 'utf8')
  let written = 0
  while (written < bytes.length) written += writeSync(fd, bytes, written)
  return bytes.length
}
