import { spawnSync } from 'node:child_process'
import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'

const poll = 200
const held = new Set()

/** Runs `work` while no other process holds the lock file; takes over the lock of a dead one. */
export async function withLock(file, work) {
  mkdirSync(dirname(file), { recursive: true })
  let isReported = false
  while (!tryLock(file)) {
    if (!isReported) console.log(`setup: waiting for another one (${file})`)
    isReported = true
    await delay(poll)
  }
  try {
    return await work()
  } finally {
    held.delete(file)
    rmSync(file, { force: true })
  }
}

/** For exits that happen while `work` is still running. */
export function releaseLocks() {
  for (const file of held) rmSync(file, { force: true })
  held.clear()
}

function tryLock(file) {
  const mine = `${file}.${process.pid}`
  writeFileSync(mine, `${process.pid} ${startOf(process.pid) ?? ''}`)
  try {
    // A link appears with its content: no one ever reads a lock without an owner.
    linkSync(mine, file)
    held.add(file)
    return true
  } catch (error) {
    if (error.code !== 'EEXIST') throw error
    removeIfDead(file)
    return false
  } finally {
    rmSync(mine, { force: true })
  }
}

/**
 * Only one waiter at a time may remove the lock of that owner: whoever has linked it under the
 * owner's name. Another one, which has read it before, would remove the lock of its successor.
 */
function removeIfDead(file) {
  const owner = ownerOf(file)
  if (owner === null || isAlive(owner)) return
  const claim = `${file}.dead.${owner.replaceAll(/\W+/g, '-')}`
  try {
    linkSync(file, claim)
  } catch (error) {
    if (error.code === 'ENOENT' || error.code === 'EEXIST') return
    throw error
  }
  if (ownerOf(claim) === owner) rmSync(file, { force: true })
  rmSync(claim, { force: true })
}

function ownerOf(file) {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    if (error.code === 'ENOENT') return null
    throw error
  }
}

/** A pid alone is reused sooner or later; a pid with a start time is not. */
function isAlive(owner) {
  const [pid, start = ''] = owner.split(/ (.*)/s)
  const since = startOf(Number(pid))
  return since !== null && (start === '' || since === start)
}

/** The start time of a process as the system reports it; null if there is none. */
function startOf(pid) {
  if (!Number.isInteger(pid) || pid <= 0) return null
  if (process.platform !== 'linux') {
    const env = { ...process.env, LC_ALL: 'C' }
    const { stdout } = spawnSync('ps', ['-o', 'lstart=', '-p', String(pid)], { env })
    return String(stdout ?? '').trim() || null
  }
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const [state, ...rest] = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return state === 'Z' ? null : (rest[18] ?? null)
  } catch {
    return null
  }
}
