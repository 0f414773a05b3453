import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises'
import { errnoOf } from '../../files/errno.ts'
import { killCgroup, pidsInCgroup, removeCgroup } from './cgroups/agent-cgroup.ts'
import { agentMark } from './agent-mark.ts'
import { isAlive, type ProcessRow, processTable } from './process-table.ts'
import { findTree, type Tree, type TreeLeader } from './process-tree.ts'

export type StopTreeOptions = {
  agentId: string
  leader: TreeLeader | null
  /** Its control group; removed at the end. */
  cgroup?: string | undefined
  /** Its descendants seen while it worked. */
  noted?: readonly ProcessRow[]
  /** How long to wait after SIGTERM before SIGKILL. */
  graceMs: number
}

class AgentStopError extends Error {
  override readonly name = 'AgentStopError'
  readonly code = 'survivors'
  readonly pids: readonly number[]

  constructor(pids: readonly number[]) {
    super(`processes survive SIGKILL: ${pids.join(', ')}`)
    this.pids = pids
  }
}

const MAX_KILL_ROUNDS = 50
const KILL_ROUND_MS = 100
const MAX_POLL_MS = 16

/**
 * Ends an agent and everything it started; returns when none of its processes is alive.
 * Two scans must find nothing: one can miss a process in the middle of fork or exec.
 */
export const stopTree = async (options: StopTreeOptions): Promise<void> => {
  const { agentId, leader, cgroup, graceMs } = options
  const deadline = performance.now() + graceMs
  const noted = new Map(options.noted?.map((row) => [keyOf(row), row]))
  const asked = new Set<string>()
  let emptyScans = 0
  let killRounds = 0
  while (emptyScans < 2) {
    const tree = findTree(processTable.rows(agentMark(agentId)), {
      leader,
      noted: [...noted.values()],
      // Read after the table: a pid reused in between has an outdated start time there.
      grouped: new Set(cgroup === undefined ? [] : pidsInCgroup(cgroup)),
      ownPid: process.pid,
    })
    for (const row of tree.members) noted.set(keyOf(row), row)
    if (tree.members.length === 0) {
      emptyScans += 1
      await nextTurn()
      continue
    }
    emptyScans = 0
    if (performance.now() < deadline) {
      askToEnd(tree, asked)
      await untilDead(tree.members, deadline)
    } else {
      killRounds += 1
      if (killRounds > MAX_KILL_ROUNDS) throw new AgentStopError(tree.members.map((m) => m.pid))
      if (cgroup !== undefined) killCgroup(cgroup)
      signalTree(tree, 'SIGKILL')
      await untilDead(tree.members, performance.now() + KILL_ROUND_MS)
    }
  }
  if (cgroup !== undefined) removeCgroup(cgroup)
}

/** For a group whose leader has just ended: its id is not reused while it has members. */
export const isGroupAlive = (groupId: number): boolean => {
  try {
    process.kill(-groupId, 0)
    return true
  } catch (error) {
    return errnoOf(error) !== 'ESRCH'
  }
}

/** Sends SIGTERM once per process: a second one makes some agents drop everything at once. */
const askToEnd = (tree: Tree, asked: Set<string>): void => {
  const wasAsked = (row: ProcessRow): boolean => asked.has(keyOf(row))
  const isFresh = (groupId: number): boolean =>
    !tree.members.some((row) => row.pgid === groupId && wasAsked(row))
  signalTree(
    {
      members: tree.members.filter((row) => !wasAsked(row)),
      groupIds: tree.groupIds.filter(isFresh),
    },
    'SIGTERM',
  )
  for (const row of tree.members) asked.add(keyOf(row))
}

/** By group where possible: a process could fork and escape between two single kills. */
const signalTree = (tree: Tree, signal: NodeJS.Signals): void => {
  for (const groupId of tree.groupIds) send(-groupId, signal)
  for (const row of tree.members) {
    if (!tree.groupIds.includes(row.pgid) && isAlive(row)) send(row.pid, signal)
  }
}

const send = (target: number, signal: NodeJS.Signals): void => {
  try {
    process.kill(target, signal)
  } catch (error) {
    if (!['ESRCH', 'EPERM'].includes(errnoOf(error) ?? '')) throw error
  }
}

const untilDead = async (rows: readonly ProcessRow[], deadline: number): Promise<void> => {
  for (let wait = 1; rows.some(isAlive) && performance.now() < deadline; wait *= 2) {
    await pause(Math.min(wait, MAX_POLL_MS))
  }
}

const keyOf = ({ pid, startTime }: ProcessRow): string => `${pid}@${startTime}`
