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
   * Whole or not at all: what a failed write left behind is cut off again. Throws `FileReplaced`
   * when the file is not as the last write left it.
   */
  write(text: string): void
  sync(): Promise<void>
  close(): void
}

interface Replacing {
  /** Of the file; 0644 unless given. */
  mode?: number
  /** Called right before the new content takes the place of the old; throws to keep the old. */
  check?: () => void
  /** Awaited between the sync of the new content and the moment it takes the old one's place. */
  after?: Promise<void>
}

/** Someone deleted, replaced, cut or lengthened a file that only this process writes. */
export class FileReplaced extends Error {
  readonly path: string

  constructor(path: string) {
    super(`${path} was deleted or changed by another program`)
    this.path = path
  }
}

/**
 * The writes that must survive a crash. A port, so that a full or failing disk can be simulated.
 */
export interface DurableFiles {
  /** `length`: what the file must hold so far; its own length unless given. */
  openAppend(path: string, length?: number): AppendFile
  replace(path: string, text: string, replacing?: Replacing): Promise<void>
}

export const realFiles: DurableFiles = {
  openAppend,
  async replace(path, text, { mode, check, after }: Replacing = {}) {
    const temporary = temporaryFor(path)
    refuseLinks(path)
    try {
      await writeSynced(temporary, text, mode)
      await after
      check?.()
      // Not here but on another thread: to free the old file's blocks can take longer than the sync.
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

/** Without it a new file's name may be gone after a power loss although its content was synced. */
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
