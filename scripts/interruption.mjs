// On a signal, ends everything we started, then this process by the same signal.
import { randomUUID } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import { releaseLocks } from './lock.mjs'
import { removeMemoryTemp } from './memory-temp.mjs'

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP']
/** npm forwards a Ctrl+C that the terminal has already sent us: a repeat this soon is ignored. */
const ECHO_MS = 500
const GRACE_MS = 5000
/** How long processes may outlive the leader of their group. */
const REST_MS = 500
const POLL_MS = 25

/** Set in the environment of every child, to find processes that left their group. */
const MARKER = 'SDD_SCRIPT_RUN'
export const runMarker = { [MARKER]: process.env[MARKER] ?? randomUUID() }

const groups = new Set()
const leaders = new Set()
let interruptedAt = null

/**
 * Listens before it starts the child: a signal may arrive before our next line runs.
 * Returns the child, and what to call when it has ended.
 */
export function startChild(start) {
  if (groups.size === 0) for (const signal of SIGNALS) process.on(signal, onSignal)
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
    if (groups.size === 0) for (const signal of SIGNALS) process.off(signal, onSignal)
  }
  return { child, ended }
}

/** Never resolves after a signal: callers wait until the process has ended. */
export const endOfInterruption = () =>
  interruptedAt === null ? Promise.resolve() : new Promise(() => undefined)

function onSignal(signal) {
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
  for (const pid of markedProcesses()) signalProcess(pid, 'SIGKILL')
  releaseLocks()
  removeMemoryTemp()
  for (const known of SIGNALS) process.off(known, onSignal)
  process.kill(process.pid, signal)
}

async function atMost(ms, isDone) {
  const deadline = performance.now() + ms
  while (!isDone() && performance.now() < deadline) await delay(POLL_MS)
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

/** Agents and browsers in tests have their own groups. Only Linux exposes their environment. */
function markedProcesses() {
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
