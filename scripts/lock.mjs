import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'

const poll = 200

/** Runs `work` while no other process holds the lock file; a lock whose process died is taken over. */
export async function withLock(file, work) {
  mkdirSync(dirname(file), { recursive: true })
  while (!tryLock(file)) await delay(poll)
  try {
    return await work()
  } finally {
    rmSync(file, { force: true })
  }
}

function tryLock(file) {
  const mine = `${file}.${process.pid}`
  writeFileSync(mine, String(process.pid))
  try {
    // A link appears with its content: nobody ever reads a lock without an owner.
    linkSync(mine, file)
    return true
  } catch (error) {
    if (error.code !== 'EEXIST') throw error
    removeIfDead(file)
    return false
  } finally {
    rmSync(mine, { force: true })
  }
}

function removeIfDead(file) {
  const owner = ownerOf(file)
  if (owner === null || isAlive(owner)) return
  const aside = `${file}.dead.${process.pid}`
  try {
    renameSync(file, aside)
    // Another waiter may have replaced the dead lock by its own before the rename: give it back.
    if (ownerOf(aside) !== owner) linkSync(aside, file)
  } catch (error) {
    if (error.code !== 'ENOENT' && error.code !== 'EEXIST') throw error
  } finally {
    rmSync(aside, { force: true })
  }
}

function ownerOf(file) {
  try {
    return Number(readFileSync(file, 'utf8'))
  } catch (error) {
    if (error.code === 'ENOENT') return null
    throw error
  }
}

function isAlive(pid) {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error.code === 'EPERM'
  }
}
