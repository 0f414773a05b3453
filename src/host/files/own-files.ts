import { randomBytes } from 'node:crypto'
import {
  closeSync,
  constants,
  copyFileSync,
  type Dirent,
  fstatSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readlinkSync,
  readSync,
  realpathSync,
  renameSync,
  rmSync,
  type Stats,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { open, type FileHandle } from 'node:fs/promises'
import { dirname, join, sep } from 'node:path'
import { errnoOf } from './errno.ts'

/**
 * The only way to access a project's files. A repository can contain links: nothing is written
 * through a link, and nothing is read through one that leads out of the project. The path to the
 * project itself is the user's own and may contain links.
 */

export class LinkRefused extends Error {
  readonly path: string

  constructor(path: string) {
    super(`${path} is a link, and links are not followed here: put a real file or folder there`)
    this.path = path
  }
}

const KIRO = `${sep}.kiro`

/** Null for a path outside of any project, such as the user's own configuration. */
function projectOf(path: string): string | null {
  const end = path.endsWith(KIRO) ? path.length - KIRO.length : path.lastIndexOf(`${KIRO}${sep}`)
  return end === -1 ? projectAround(path) : path.slice(0, end) || sep
}

/** Guarded folders of projects outside of `.kiro`, each with its project. */
const guardedFolders = new Map<string, string>()

/** The spec folders of other tools are trusted no more than `.kiro`. */
export function guardFolders(projectDir: string, folders: readonly string[]): void {
  for (const folder of folders) guardedFolders.set(`${projectDir}${sep}${folder}`, projectDir)
}

function projectAround(path: string): string | null {
  for (const [folder, project] of guardedFolders)
    if (path === folder || path.startsWith(`${folder}${sep}`)) return project
  return null
}

/** Folders that are known not to be links, during `lookingOnce`. */
let notLinks: Set<string> | null = null

/** Checks each folder only once while `act` reads many files, until its first await. */
export function lookingOnce<T>(act: () => T): T {
  if (notLinks !== null) return act()
  notLinks = new Set()
  try {
    return act()
  } finally {
    notLinks = null
  }
}

/** The first part of the path below the project that is a link, or null. */
function firstLink(path: string, project = projectOf(path)): string | null {
  if (project === null) return null
  let part = project === sep ? '' : project
  for (const name of path.slice(part.length).split(sep)) {
    if (name === '') continue
    part = `${part}${sep}${name}`
    if (notLinks?.has(part)) continue
    const stat = statOrNull(part)
    if (stat === null) return null
    if (stat.isSymbolicLink()) return part
    if (stat.isDirectory()) notLinks?.add(part)
  }
  return null
}

function statOrNull(path: string): Stats | null {
  try {
    return lstatSync(path, { throwIfNoEntry: false }) ?? null
  } catch (error) {
    if (errnoOf(error) === 'ENOTDIR') return null
    throw error
  }
}

export const isBehindLink = (path: string): boolean => firstLink(path) !== null

/**
 * Call before writing, creating, moving or removing anything there. A path outside of `.kiro` is
 * checked only below the folder that is named with it, as its project or worktree.
 */
export function refuseLinks(path: string, below = projectOf(path)): void {
  const link = firstLink(path, below)
  if (link !== null) throw new LinkRefused(link)
}

/** Call before reading anything there; links that stay inside the project are allowed. */
export function refuseLinksOut(path: string, below = projectOf(path)): void {
  const link = firstLink(path, below)
  if (link !== null && leadsOut(path, below)) throw new LinkRefused(link)
}

/** True for links that lead out of the project, in circles, or to nothing. */
export const leadsNowhereInside = (path: string): boolean =>
  realOrNull(path) === null || leadsOut(path)

function leadsOut(path: string, below = projectOf(path)): boolean {
  const project = realOrNull(below ?? sep)
  const real = realOrNull(path)
  // A dangling link counts as a missing file.
  if (real === null || project === null) return false
  return !`${real}${sep}`.startsWith(project === sep ? sep : `${project}${sep}`)
}

function realOrNull(path: string): string | null {
  try {
    return realpathSync.native(path)
  } catch (error) {
    if (['ENOENT', 'ELOOP', 'ENOTDIR'].includes(errnoOf(error) ?? '')) return null
    throw error
  }
}

/** Checks only the folders: O_NOFOLLOW detects if the file itself is a link. */
export function openForWriting(path: string, flags: number, mode = 0o600): number {
  refuseLinks(dirname(path))
  return opened(path, flags | constants.O_NOFOLLOW | constants.O_NONBLOCK, mode)
}

const READING = constants.O_RDONLY | constants.O_NONBLOCK

/**
 * First checks only the folders: opening tells whether the file itself is a link, and only then is
 * the link checked.
 */
export function openForReading(path: string, below = projectOf(path)): number {
  if (below === null) return opened(path, READING, 0)
  if (firstLink(dirname(path), below) === null)
    try {
      return opened(path, READING | constants.O_NOFOLLOW, 0)
    } catch (error) {
      if (!(error instanceof LinkRefused)) throw error
    }
  refuseLinksOut(path, below)
  return opened(path, READING, 0)
}

/** For files that only this program writes: not even a link within the project is followed. */
export function openPlainFile(path: string): number {
  refuseLinks(dirname(path))
  return opened(path, READING | constants.O_NOFOLLOW, 0)
}

/** The same without keeping the process waiting, for whoever reads many parts. */
export async function openPlainHandle(path: string): Promise<FileHandle> {
  refuseLinks(path)
  const file = await open(path, READING | constants.O_NOFOLLOW)
  if ((await file.stat()).isFile()) return file
  await file.close()
  throw new NotAFile(path)
}

/** Null if it is missing. */
export function readPlainText(path: string): string | null {
  try {
    return readAndClose(openPlainFile(path), path).bytes.toString('utf8')
  } catch (error) {
    if (errnoOf(error) === 'ENOENT') return null
    throw error
  }
}

/** Something that this program never puts there: a link, a pipe, a folder or far too much. */
export const isNotPlain = (error: unknown): boolean =>
  [LinkRefused, NotAFile, TooLarge].some((kind) => error instanceof kind)

/**
 * Throws `LinkRefused` if the file itself is a link that must not be followed, even one created a
 * moment ago, and `NotAFile` for everything that is no regular file. The flags must contain
 * O_NONBLOCK: a pipe would otherwise wait for its other end.
 */
function opened(path: string, flags: number, mode: number): number {
  let fd: number
  try {
    fd = openSync(path, flags, mode)
  } catch (error) {
    throw refusalOf(error, path, flags)
  }
  if (fstatSync(fd).isFile()) return fd
  closeSync(fd)
  throw new NotAFile(path)
}

function refusalOf(error: unknown, path: string, flags: number): unknown {
  const code = errnoOf(error)
  if ((flags & constants.O_NOFOLLOW) !== 0 && (code === 'ELOOP' || code === 'EMLINK'))
    return new LinkRefused(path)
  // A socket, or a pipe that nobody reads.
  return code === 'ENXIO' ? new NotAFile(path) : error
}

interface Reading {
  limitMb?: number
  /** The folder that must not be left, where the path itself does not tell. */
  below?: string | null | undefined
}

export const readOwnBytes = (path: string, { limitMb, below }: Reading = {}): Buffer =>
  readAndClose(openForReading(path, below), path, limitMb).bytes

/** Reuses the size from fstat, which `readFileSync` would ask for again. */
function readAndClose(
  fd: number,
  path: string,
  limitMb = MAX_DOCUMENT_MB,
): { bytes: Buffer; stat: Stats } {
  try {
    const stat = fstatSync(fd)
    refuseTooLarge(path, stat.size, limitMb)
    const bytes = Buffer.allocUnsafe(stat.size)
    let length = 0
    for (let read = -1; read !== 0 && length < bytes.length; length += read)
      read = readSync(fd, bytes, length, bytes.length - length, null)
    return { bytes: bytes.subarray(0, length), stat }
  } finally {
    closeSync(fd)
  }
}

/** Nobody can read a larger document; it would only fill the memory. */
const MAX_DOCUMENT_MB = 16

export class TooLarge extends Error {
  readonly code = 'EFBIG'
  readonly path: string
  readonly size: number
  readonly limit: number

  constructor(path: string, size: number, limitMb: number) {
    const mb = (size / 1024 / 1024).toFixed(1)
    super(`${path} is ${mb} MB; files over ${limitMb} MB are not read`)
    this.path = path
    this.size = size
    this.limit = limitMb * 1024 * 1024
  }
}

export function refuseTooLarge(path: string, size: number, limitMb = MAX_DOCUMENT_MB): void {
  if (size > limitMb * 1024 * 1024) throw new TooLarge(path, size, limitMb)
}

export const readDocument = (path: string): { bytes: Buffer; stat: Stats } =>
  readAndClose(openForReading(path), path)

export const readDocumentText = (path: string): string => readDocument(path).bytes.toString('utf8')

export const readOwnText = (path: string, reading?: Reading): string =>
  readOwnBytes(path, reading).toString('utf8')

export class NotAFile extends Error {
  readonly code = 'EISDIR'
  readonly syscall = 'read'

  constructor(path: string) {
    super(`${path} is not a regular file`)
  }
}

/** Fails if anything exists there, even a link. */
export const writeNewFile = (path: string, text: string, mode = 0o600): void => {
  refuseLinks(dirname(path))
  writeFileSync(path, text, { mode, flag: 'wx' })
}

/** Replaces the file atomically. */
export function replaceFile(
  path: string,
  content: string | Uint8Array,
  { mode = 0o600, below = projectOf(path) }: { mode?: number; below?: string | null } = {},
): void {
  const temporary = temporaryFor(path)
  refuseLinks(path, below)
  try {
    writeFileSync(temporary, content, { mode, flag: 'wx' })
    renameSync(temporary, path)
  } catch (error) {
    discard(temporary)
    throw error
  }
}

/** What is left of a failed write; why it failed matters more than that this does too. */
function discard(temporary: string): void {
  try {
    rmSync(temporary, { force: true })
  } catch (error) {
    if (errnoOf(error) === null) throw error
  }
}

/**
 * To be created with O_EXCL. Nobody can guess the name and put a link there; it ends with the pid,
 * so that the next host finds what a killed process left (`leftovers.ts`). The file's own name is
 * left out: it may be as long as names can be.
 */
export const temporaryFor = (path: string): string =>
  join(dirname(path), `.${randomBytes(6).toString('hex')}.${process.pid}.tmp`)

/** What is in a folder that may be a link, as long as it does not lead out. */
export function entriesIn(dir: string, below = projectOf(dir)): Dirent[] {
  refuseLinksOut(dir, below)
  return readdirSync(dir, { withFileTypes: true })
}

export function namesIn(dir: string, below = projectOf(dir)): string[] {
  refuseLinksOut(dir, below)
  return readdirSync(dir)
}

/** Copies a regular file to a name that nothing has yet. */
export function copyNewFile(from: string, to: string, below: { from: string; to: string }): void {
  refuseLinksOut(from, below.from)
  if (!statSync(from).isFile()) throw new NotAFile(from)
  makeFolder(dirname(to), undefined, below.to)
  copyFileSync(from, to, constants.COPYFILE_EXCL)
}

/** The link itself, not what it leads to. */
export function copyNewLink(from: string, to: string, below: { from: string; to: string }): void {
  refuseLinks(dirname(from), below.from)
  refuseLinks(dirname(to), below.to)
  symlinkSync(readlinkSync(from), to)
}

/** The same for a name that may be taken: whatever has it is replaced at once. */
export function copyOver(from: string, to: string, below: { from: string; to: string }): void {
  refuseLinks(to, below.to)
  const temporary = temporaryFor(to)
  try {
    copyNewFile(from, temporary, below)
    renameSync(temporary, to)
  } catch (error) {
    discard(temporary)
    throw error
  }
}

/** Creates missing parent folders, too. */
export function makeFolder(path: string, mode = 0o777, below = projectOf(path)): void {
  refuseLinks(path, below)
  mkdirSync(path, { recursive: true, mode })
}

/** For a folder of this program alone; fails if anything exists there. */
export function makeNewFolder(path: string): void {
  refuseLinks(path)
  try {
    mkdirSync(path, { mode: 0o700 })
  } catch (error) {
    if (errnoOf(error) !== 'ENOENT') throw error
    makeFolder(dirname(path), 0o700)
    mkdirSync(path, { mode: 0o700 })
  }
}

/** Moves a file or a folder. */
export function moveFolder(from: string, to: string): void {
  refuseLinks(from)
  refuseLinks(to)
  renameSync(from, to)
}

export function removeFolder(path: string, below = projectOf(path)): void {
  refuseLinks(dirname(path), below)
  rmSync(path, { recursive: true, force: true })
}

export function removeFile(path: string, below = projectOf(path)): void {
  refuseLinks(dirname(path), below)
  rmSync(path, { force: true })
}
