// What a signal does to us: everything we started ends first, then we do, by that same signal.
import { randomUUID } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import { releaseLocks } from './lock.mjs'

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP']
/** npm passes on a Ctrl+C that the terminal has sent to us already. */
const ECHO_MS = 500
const GRACE_MS = 5000
/** For what outlives the first process of its group. */
const REST_MS = 500
const POLL_MS = 25

/** In the environment of all we start: what leaves its process group is found by it. */
const MARKER = 'SDD_SCRIPT_RUN'
export const runMarker = { [MARKER]: process.env[MARKER] ?? randomUUID() }

const groups = new Set()
const leaders = new Set()
let interruptedAt = null

/**
 * Listens before the child is there: it may be running, and we be interrupted, before we run again.
 * Gives the child, and what to call when it has ended.
 */
export function startChild(start) {
  if (groups.size === 0) for (const signal of SIGNALS) process.on(signal, heard)
  const child = start()
  const { pid } = child
  if (pid !== undefined) {
    groups.add(pid)
    leaders.add(pid)
  }
  const ended = () => {
    leaders.delete(pid)
    if (interruptedAt !== null) return
    groups.delete(pid)
    if (groups.size === 0) for (const signal of SIGNALS) process.off(signal, heard)
  }
  return { child, ended }
}

/** Nothing continues after a signal: the process ends under its waiting callers. */
export const endOfInterruption = () =>
  interruptedAt === null ? Promise.resolve() : new Promise(() => undefined)

function heard(signal) {
  void interrupt(signal)
}

async function interrupt(signal) {
  const now = performance.now()
  if (interruptedAt !== null) {
    if (now - interruptedAt > ECHO_MS) for (const pid of groups) signalGroup(pid, 'SIGKILL')
    return
  }
  interruptedAt = now
  console.error('\nStopping …')
  for (const pid of groups) signalGroup(pid, signal)
  await atMost(GRACE_MS, () => leaders.size === 0)
  await atMost(REST_MS, () => !isAnyAlive())
  for (const pid of groups) signalGroup(pid, 'SIGKILL')
  for (const pid of marked()) signalProcess(pid, 'SIGKILL')
  releaseLocks()
  for (const known of SIGNALS) process.off(known, heard)
  process.kill(process.pid, signal)
}

async function atMost(ms, holds) {
  const deadline = performance.now() + ms
  while (!holds() && performance.now() < deadline) await delay(POLL_MS)
}

const isAnyAlive = () => [...groups].some((pid) => signalProcess(-pid, 0))

const signalGroup = (pid, signal) => signalProcess(-pid, signal)

function signalProcess(pid, signal) {
  try {
    process.kill(pid, signal)
    return true
  } catch (error) {
    if (error.code !== 'ESRCH' && error.code !== 'EPERM') throw error
    return false
  }
}

/** Agents and browsers of tests have groups of their own. Only Linux shows their environment. */
function marked() {
  if (process.platform !== 'linux') return []
  const mark = `${MARKER}=${runMarker[MARKER]}`
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid)
    .filter((name) => environmentOf(name).includes(mark))
    .map(Number)
}

function environmentOf(pid) {
  try {
    return readFileSync(`/proc/${pid}/environ`, 'utf8').split('\0')
  } catch {
    return []
  }
}
