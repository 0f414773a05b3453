import { safeItemName } from '../items/safe-name.ts'
import { existsSync, lstatSync, readlinkSync, statSync } from 'node:fs'
import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { readProc } from '../agents/process/process-table-linux.ts'
import { processTable } from '../agents/process/process-table.ts'
import { realFiles } from '../files/durable-files.ts'
import { errnoOf } from '../files/errno.ts'
import { makeFolder, namesIn, readPlainText, removeFile } from '../files/own-files.ts'
import type { Repository } from '../git/repository.ts'
import { Found } from './findings.ts'
import { markOf, type GitContext } from './git-context.ts'

const LOOK_MS = 25
/** How long an act of an earlier host may take until it is asked to end, and then until it is killed. */
const ORPHAN_MS = 10_000
const LOCK_MS = 10_000

/** A note on disk from before an act's first git command until after its last. */
export class ActNote {
  readonly #file: string
  readonly #context: GitContext

  constructor(context: GitContext) {
    this.#context = context
    this.#file = join(context.folders.runtimeDir, 'git', `${safeItemName(context.item)}.json`)
  }

  /** When the unfinished act began, or null if there is none. */
  unfinishedSince(): number | null {
    try {
      const text = readPlainText(this.#file)
      if (text === null) return null
      const note = JSON.parse(text) as { startedAt?: unknown } | null
      return typeof note?.startedAt === 'number' ? note.startedAt : 0
    } catch {
      return 0
    }
  }

  async begin(since: number | null): Promise<void> {
    makeFolder(join(this.#context.folders.runtimeDir, 'git'), 0o700)
    // The first start counts: locks from that time may still be there.
    const startedAt = since ?? Date.now()
    await realFiles.replace(this.#file, `${JSON.stringify({ startedAt })}\n`, { mode: 0o600 })
  }

  end(): void {
    removeFile(this.#file)
  }
}

/**
 * Waits for a git that the earlier host started; after a while asks it to end, and in the end makes
 * it.
 */
export async function waitForOrphans(context: GitContext): Promise<void> {
  const { signal } = context
  const mark = markOf(context)
  let since = Date.now()
  let next: 'SIGTERM' | 'SIGKILL' = 'SIGTERM'
  for (;;) {
    const living = processTable.rows(mark).filter(({ isMarked }) => isMarked)
    if (living.length === 0) return
    if (Date.now() - since > ORPHAN_MS) {
      for (const { pid } of living) sendTo(pid, next)
      since = Date.now()
      next = 'SIGKILL'
    }
    await pause(LOOK_MS, undefined, signal === undefined ? {} : { signal })
  }
}

function sendTo(pid: number, name: 'SIGTERM' | 'SIGKILL'): void {
  try {
    process.kill(pid, name)
  } catch (error) {
    // It has just ended by itself.
    if (errnoOf(error) !== 'ESRCH') throw error
  }
}

/**
 * Removes lock files that a killed git of ours left, and no others: they are newer than the
 * unfinished act, and no git in this repository is older than they are.
 */
export async function removeDeadLocks(
  { top, commonDir }: Repository,
  places: readonly string[],
  since: number,
): Promise<void> {
  const began = Date.now()
  for (;;) {
    const locks = locksIn(commonDir).filter((lock) => timeOf(lock) >= since - ROUNDING_MS)
    const gits = locks.length === 0 ? [] : gitsIn([top, commonDir, ...places])
    const held = locks.filter((lock) => gits.some((begun) => begun <= timeOf(lock) + ROUNDING_MS))
    for (const lock of locks) if (!held.includes(lock)) removeFile(lock)
    if (held.length === 0) return
    if (Date.now() - began > LOCK_MS)
      throw new Found({ problem: 'git-busy', values: { top, lock: held[0] ?? '' } })
    await pause(LOOK_MS)
  }
}

const PLAIN = ['index.lock', 'HEAD.lock', 'ORIG_HEAD.lock', 'packed-refs.lock', 'config.lock']

function locksIn(commonDir: string): string[] {
  const worktrees = namesOrNone(join(commonDir, 'worktrees')).map((name) =>
    join(commonDir, 'worktrees', name),
  )
  const plain = [commonDir, ...worktrees].flatMap((dir) => PLAIN.map((name) => join(dir, name)))
  return [...plain.filter((path) => existsSync(path)), ...refLocks(join(commonDir, 'refs'))]
}

function refLocks(dir: string): string[] {
  return namesOrNone(dir).flatMap((name) => {
    const path = join(dir, name)
    if (lstatSync(path, { throwIfNoEntry: false })?.isDirectory() === true) return refLocks(path)
    return name.endsWith('.lock') ? [path] : []
  })
}

function namesOrNone(dir: string): string[] {
  try {
    return namesIn(dir)
  } catch {
    return []
  }
}

/** File systems and process tables round times. */
const ROUNDING_MS = 2000

const timeOf = (path: string): number => statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0

/** When each running git there started: one that started after a lock was made does not hold it. */
function gitsIn(dirs: readonly string[]): number[] {
  if (process.platform !== 'linux') return gitsAnywhere()
  const bootedAt =
    Date.now() - Number(readProc('/proc/uptime')?.toString('utf8').split(' ')[0]) * 1000
  return processTable.rows(null).flatMap(({ pid, startTime }) => {
    try {
      const name = readProc(`/proc/${pid}/comm`)?.toString('utf8').trim() ?? ''
      if (!/^git(-|$)/.test(name)) return []
      const cwd = readlinkSync(`/proc/${pid}/cwd`)
      const isThere = dirs.some((dir) => cwd === dir || cwd.startsWith(`${dir}/`))
      return isThere ? [bootedAt + Number(startTime) * TICK_MS] : []
    } catch {
      return []
    }
  })
}

const TICK_MS = 10

/** If processes cannot be inspected, any git on this computer may hold any lock. */
function gitsAnywhere(): number[] {
  const names = execFileSync('ps', ['-axo', 'comm='], { encoding: 'utf8' }).split('\n')
  return names.some((name) => /(^|\/)git(-[a-z-]+)?$/.test(name.trim())) ? [0] : []
}
