import {
  linkSync,
  lstatSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { projectIdSchema } from '../../contracts/ids.ts'
import { isAlive, processTable } from '../agents/process/process-table.ts'
import { errnoOf, isMissing } from '../files/errno.ts'
import { preparePersonalFolder } from '../files/personal-folder.ts'
import type { ProjectFolders } from './folders.ts'

const HOST_FILE = 'host.json'
const LOCK = /^host\.lock\.(\d+)$/

const ownerSchema = z.object({ pid: z.number().int(), startTime: z.string() })
const hostFileSchema = ownerSchema.extend({
  port: z.number().int(),
  token: z.string(),
  project: projectIdSchema,
  startedAt: z.string(),
})
export type HostAddress = z.infer<typeof hostFileSchema>

type Locked = Pick<ProjectFolders, 'lockDir'>

export interface HostLock {
  publish(address: Omit<HostAddress, 'pid' | 'startTime'>): void
  release(): void
  /** False once someone has deleted the lock: another process may then have taken one. */
  isHeld(): boolean
}

/**
 * Locks are numbered: a process that finds lock n dead must create n+1, and only one can. A plain
 * delete-and-create would let a slow process delete the lock of the one that was faster.
 */
export function takeHostLock({ lockDir }: Locked): HostLock | null {
  preparePersonalFolder(lockDir)
  const newest = newestLock(lockDir)
  if (newest !== null && holds(newest.path)) return null
  const number = (newest?.number ?? 0) + 1
  const path = join(lockDir, `host.lock.${number}`)
  const me = { pid: process.pid, startTime: processTable.startTimeOf(process.pid) ?? '' }
  if (!createWhole(path, JSON.stringify(me))) return null
  // An old number may be free again after others moved on; the newest is never deleted.
  if (newestLock(lockDir)?.number !== number) {
    rmSync(path, { force: true })
    return null
  }
  for (const older of locks(lockDir)) if (older.number < number) rmSync(older.path, { force: true })
  const hostFile = join(lockDir, HOST_FILE)
  const inode = inodeOf(path)
  const isHeld = (): boolean => inodeOf(path) === inode
  return {
    isHeld,
    publish(address) {
      const temporary = `${hostFile}.${process.pid}.tmp`
      writeFileSync(temporary, JSON.stringify({ ...me, ...address }), { mode: 0o600 })
      renameSync(temporary, hostFile)
    },
    release() {
      if (!isHeld()) return
      rmSync(hostFile, { force: true })
      // Kept as released: if the numbers started again, a slow process could reuse one.
      writeFileSync(path, JSON.stringify({ pid: 0, startTime: '' }))
    },
  }
}

const inodeOf = (path: string): bigint | null =>
  lstatSync(path, { bigint: true, throwIfNoEntry: false })?.ino ?? null

/** The live host of a project, or null. */
export function readHostAddress({ lockDir }: Locked): HostAddress | null {
  const parsed = hostFileSchema.safeParse(readJson(join(lockDir, HOST_FILE)))
  return parsed.success && isAliveOwner(parsed.data) ? parsed.data : null
}

/** Someone holds the lock, whether or not it has published its address yet. */
export function hasLiveHost({ lockDir }: Locked): boolean {
  const newest = newestLock(lockDir)
  return newest !== null && holds(newest.path)
}

function locks(lockDir: string): { number: number; path: string }[] {
  let names: string[]
  try {
    names = readdirSync(lockDir)
  } catch (error) {
    if (isAbsent(error)) return []
    throw error
  }
  return names.flatMap((name) => {
    const number = LOCK.exec(name)?.[1]
    return number === undefined ? [] : [{ number: Number(number), path: join(lockDir, name) }]
  })
}

const newestLock = (lockDir: string): { number: number; path: string } | null =>
  locks(lockDir).sort((a, b) => b.number - a.number)[0] ?? null

function holds(path: string): boolean {
  const parsed = ownerSchema.safeParse(readJson(path))
  return parsed.success && isAliveOwner(parsed.data)
}

const isAliveOwner = (owner: { pid: number; startTime: string }): boolean =>
  owner.pid > 0 && isAlive({ pid: owner.pid, startTime: owner.startTime })

/** A hard link appears with its whole content or not at all. */
function createWhole(path: string, text: string): boolean {
  const temporary = `${path}.${process.pid}.tmp`
  writeFileSync(temporary, text, { mode: 0o600 })
  try {
    linkSync(temporary, path)
    return true
  } catch (error) {
    if (errnoOf(error) === 'EEXIST') return false
    throw error
  } finally {
    rmSync(temporary, { force: true })
  }
}

function readJson(path: string): unknown {
  try {
    return JSON.parse(readFileSync(path, 'utf8'))
  } catch (error) {
    if (isAbsent(error) || error instanceof SyntaxError) return null
    throw error
  }
}

/** A file in place of the folder is reported when the folder has to be created. */
const isAbsent = (error: unknown): boolean => isMissing(error) || errnoOf(error) === 'ENOTDIR'
