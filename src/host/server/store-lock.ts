import { closeSync, openSync, rmSync, statSync } from 'node:fs'
import { errnoOf } from '../files/errno.ts'

const PAUSE_MS = 5
/** Work under the lock takes a millisecond: a holder this old has crashed. */
const STALE_MS = 2000

/** One writer across all processes: of two changes at once one would be lost, perhaps a revoke. */
export function withLock(path: string, change: () => void): void {
  while (!take(path)) {
    const age = Date.now() - (statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? Date.now())
    if (Math.abs(age) > STALE_MS) rmSync(path, { force: true })
    else pause()
  }
  try {
    change()
  } finally {
    rmSync(path, { force: true })
  }
}

function take(path: string): boolean {
  try {
    closeSync(openSync(path, 'wx', 0o600))
    return true
  } catch (error) {
    if (errnoOf(error) === 'EEXIST') return false
    throw error
  }
}

const pause = (): void =>
  void Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, PAUSE_MS)
