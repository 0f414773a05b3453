import {
  closeSync,
  constants,
  fstatSync,
  lstatSync,
  mkdirSync,
  openSync,
  readSync,
  realpathSync,
  renameSync,
  rmSync,
  type Stats,
  writeFileSync,
} from 'node:fs'
import { open, type FileHandle } from 'node:fs/promises'
import { dirname, sep } from 'node:path'
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
function firstLink(path: string): string | null {
  const project = projectOf(path)
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

/** Call before writing, creating, moving or removing anything there. */
export function refuseLinks(path: string): void {
  const link = firstLink(path)
  if (link !== null) throw new LinkRefused(link)
}

/** Call before reading anything there; links that stay inside the project are allowed. */
export function refuseLinksOut(path: string): void {
  const link = firstLink(path)
  if (link !== null && leadsOut(path)) throw new LinkRefused(link)
}

/** True for links that lead out of the project, in circles, or to nothing. */
export const leadsNowhereInside = (path: string): boolean =>
  realOrNull(path) === null || leadsOut(path)

function leadsOut(path: string): boolean {
  const project = realOrNull(projectOf(path) ?? sep)
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
  return opened(path, flags | constants.O_NOFOLLOW, mode)
}

const READING = constants.O_RDONLY | constants.O_NONBLOCK

/**
 * Does not block on a pipe without a writer. First checks only the folders: opening tells whether
 * the file itself is a link, and only then is the link checked.
 */
export function openForReading(path: string): number {
  if (projectOf(path) === null) return openSync(path, READING)
  if (firstLink(dirname(path)) === null)
    try {
      return openSync(path, READING | constants.O_NOFOLLOW)
    } catch (error) {
      if (!['ELOOP', 'EMLINK'].includes(errnoOf(error) ?? '')) throw error
    }
  refuseLinksOut(path)
  return openSync(path, READING)
}

/** For files that only this program writes: not even a link within the project is followed. */
export function openPlainFile(path: string): number {
  refuseLinks(dirname(path))
  const fd = opened(path, READING | constants.O_NOFOLLOW, 0)
  if (fstatSync(fd).isFile()) return fd
  closeSync(fd)
  throw new NotAFile(path)
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
    return readAndClose(openPlainFile(path), path, false).bytes.toString('utf8')
  } catch (error) {
    if (errnoOf(error) === 'ENOENT') return null
    throw error
  }
}

/** Something that this program never puts there: a link, a pipe, a folder or far too much. */
export const isNotPlain = (error: unknown): boolean =>
  [LinkRefused, NotAFile, TooLarge].some((kind) => error instanceof kind)

/** Throws `LinkRefused` if the file itself is a link, even one created a moment ago. */
function opened(path: string, flags: number, mode: number): number {
  try {
    return openSync(path, flags, mode)
  } catch (error) {
    throw errnoOf(error) === 'ELOOP' ? new LinkRefused(path) : error
  }
}

export const readOwnBytes = (path: string): Buffer => readOpened(path, true).bytes

const readOpened = (path: string, mayBeLarge: boolean): { bytes: Buffer; stat: Stats } =>
  readAndClose(openForReading(path), path, mayBeLarge)

/** Reuses the size from fstat, which `readFileSync` would ask for again. */
function readAndClose(
  fd: number,
  path: string,
  mayBeLarge: boolean,
): { bytes: Buffer; stat: Stats } {
  try {
    const stat = fstatSync(fd)
    if (!stat.isFile()) throw new NotAFile(path)
    if (!mayBeLarge) refuseTooLarge(path, stat.size)
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
  readonly limit = MAX_DOCUMENT_MB * 1024 * 1024

  constructor(path: string, size: number) {
    const mb = (size / 1024 / 1024).toFixed(1)
    super(`${path} is ${mb} MB; files over ${MAX_DOCUMENT_MB} MB are not read`)
    this.path = path
    this.size = size
  }
}

export function refuseTooLarge(path: string, size: number): void {
  if (size > MAX_DOCUMENT_MB * 1024 * 1024) throw new TooLarge(path, size)
}

/** For documents, including spec.json: throws `TooLarge`. */
export const readDocument = (path: string): { bytes: Buffer; stat: Stats } =>
  readOpened(path, false)

export const readDocumentText = (path: string): string => readDocument(path).bytes.toString('utf8')

export const readOwnText = (path: string): string => readOwnBytes(path).toString('utf8')

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
export function replaceFile(path: string, text: string): void {
  const temporary = temporaryFor(path)
  refuseLinks(path)
  const fd = openTemporary(temporary, 0o600)
  try {
    writeFileSync(fd, text)
  } finally {
    closeSync(fd)
  }
  renameSync(temporary, path)
}

/**
 * Never opens an existing file: a link under this name would redirect the write. Removing it
 * beforehand would cost four disk accesses for something that hardly ever exists.
 */
export function openTemporary(path: string, mode: number): number {
  try {
    return openSync(path, 'wx', mode)
  } catch (error) {
    if (errnoOf(error) !== 'EEXIST') throw error
    rmSync(path, { force: true })
    return openSync(path, 'wx', mode)
  }
}

/** Contains the pid, so that two processes never share one; `isLeftover` needs it too. */
export const temporaryFor = (path: string): string => `${path}.${process.pid}.tmp`

/** Creates missing parent folders, too. */
export function makeFolder(path: string, mode = 0o777): void {
  refuseLinks(path)
  mkdirSync(path, { recursive: true, mode })
}

export function moveFolder(from: string, to: string): void {
  refuseLinks(from)
  refuseLinks(to)
  renameSync(from, to)
}

export function removeFolder(path: string): void {
  refuseLinks(dirname(path))
  rmSync(path, { recursive: true, force: true })
}

export function removeFile(path: string): void {
  refuseLinks(dirname(path))
  rmSync(path, { force: true })
}
