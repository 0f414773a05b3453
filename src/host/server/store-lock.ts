import { closeSync, openSync, readdirSync, rmSync, statSync, utimesSync } from 'node:fs'
import { basename, dirname } from 'node:path'
import { errnoOf } from '../files/errno.ts'

const PAUSE_MS = 5
/** Work under the lock takes a millisecond: a holder this old has crashed. */
const STALE_MS = 2000

/**
 * One writer across all processes: of two changes at once one would be lost, perhaps a revoke. Locks
 * are numbered: who finds lock n free or dead must create n+1, and only one can. Deleting a dead one
 * could delete the lock of another process that was faster.
 */
export function withLock(path: string, change: () => void): void {
  let lock = take(path)
  while (lock === null) {
    pause()
    lock = take(path)
  }
  try {
    change()
  } finally {
    release(lock)
  }
}

function take(path: string): string | null {
  const newest = Math.max(0, ...numbersOf(path))
  if (newest > 0 && isHeld(`${path}.${newest}`)) return null
  const number = newest + 1
  const lock = `${path}.${number}`
  if (!create(lock)) return null
  // An old number may be free again after others moved on; the newest is never deleted.
  const numbers = numbersOf(path)
  if (Math.max(...numbers) > number) {
    rmSync(lock, { force: true })
    return null
  }
  for (const older of numbers) if (older < number) rmSync(`${path}.${older}`, { force: true })
  return lock
}

function numbersOf(path: string): number[] {
  const begin = `${basename(path)}.`
  const names = readdirSync(dirname(path)).filter((name) => name.startsWith(begin))
  return names.map((name) => Number(name.slice(begin.length))).filter(Number.isInteger)
}

/** One that is gone was passed over: the next try sees the newer one. */
function isHeld(lock: string): boolean {
  const stat = statSync(lock, { throwIfNoEntry: false })
  if (stat === undefined) return true
  return Math.abs(Date.now() - stat.mtimeMs) <= STALE_MS
}

function create(lock: string): boolean {
  try {
    closeSync(openSync(lock, 'wx', 0o600))
    return true
  } catch (error) {
    if (errnoOf(error) === 'EEXIST') return false
    throw error
  }
}

/** Kept, as a very old one: if the numbers began again, a slow process could reuse one. */
function release(lock: string): void {
  try {
    utimesSync(lock, 0, 0)
  } catch (error) {
    // Another process thought this one dead and has passed it over.
    if (errnoOf(error) !== 'ENOENT') throw error
  }
}

const pause = (): void =>
  void Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, PAUSE_MS)
