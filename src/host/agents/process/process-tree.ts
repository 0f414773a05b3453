import type { ProcessRow } from './process-table.ts'

/** `startTime` is null if the leader is dead: its group and session may outlive it. */
export type TreeLeader = { pid: number; startTime: string | null }

export type TreeSeed = {
  leader: TreeLeader | null
  /** Processes seen earlier: once their parent is dead nothing else links them to the tree. */
  noted: readonly ProcessRow[]
  /** The pids in the agent's control group. */
  grouped: ReadonlySet<number>
  ownPid: number
}

export type Tree = { members: ProcessRow[]; groupIds: number[] }

/**
 * Everything that belongs to an agent: its leader, processes that carry its mark, are in its
 * control group or were noted before, their descendants, and processes that share a group or
 * session with any of these.
 */
export const findTree = (rows: readonly ProcessRow[], seed: TreeSeed): Tree => {
  const { leader, noted, grouped, ownPid } = seed
  const own = rows.find((row) => row.pid === ownPid)
  const living = new Set(rows.map((row) => row.pid))
  const known = new Map(noted.map((row) => [row.pid, row.startTime]))
  if (leader !== null && leader.startTime !== null) known.set(leader.pid, leader.startTime)
  const groups = new Set(noted.map((row) => row.pgid))
  const sessions = new Set(noted.map((row) => row.sid))
  if (leader !== null) groups.add(leader.pid)
  if (leader !== null) sessions.add(leader.pid)
  const members = new Map<number, ProcessRow>()

  // A living leader that is not a member means that the number now belongs to someone else.
  const isOurs = (leaderPid: number): boolean => members.has(leaderPid) || !living.has(leaderPid)
  const isInGroup = ({ pgid }: ProcessRow): boolean =>
    groups.has(pgid) && pgid !== own?.pgid && isOurs(pgid)
  const isInSession = ({ sid }: ProcessRow): boolean =>
    sid !== null && sessions.has(sid) && sid !== own?.sid && isOurs(sid)
  const belongs = (row: ProcessRow): boolean =>
    row.isMarked ||
    grouped.has(row.pid) ||
    known.get(row.pid) === row.startTime ||
    members.has(row.ppid) ||
    isInGroup(row) ||
    isInSession(row)

  for (let found = -1; found !== members.size;) {
    found = members.size
    for (const row of rows) {
      if (row.pid === ownPid || row.pid <= 1 || members.has(row.pid) || !belongs(row)) continue
      members.set(row.pid, row)
      groups.add(row.pgid)
      sessions.add(row.sid)
    }
  }
  const groupIds = new Set([...members.values()].filter(isInGroup).map((row) => row.pgid))
  return { members: [...members.values()], groupIds: [...groupIds] }
}
