import { existsSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import type { AgentOutcome, AgentRecord } from '../../contracts/launch/agent.ts'
import type { AgentId } from '../../contracts/ids.ts'
import {
  type AgentFolder,
  exitedAt,
  fenceLaunch,
  readExitFile,
  readFileTail,
  readOutcomeFile,
  readRecord,
  readStartFile,
  type StartFile,
} from './folder/agent-folder.ts'
import { lineReaderOf } from './folder/agents-on-disk.ts'
import { removeCgroup } from './process/cgroups/agent-cgroup.ts'
import type { Drivers } from './drivers/driver.ts'
import { LogTail } from './logs/log-tail.ts'
import { decideOutcome, ERROR_TAIL_BYTES } from './logs/outcome.ts'
import { agentMark } from './process/agent-mark.ts'
import { isAlive, type ProcessId, processTable } from './process/process-table.ts'
import { createTranscriptReader } from './logs/transcript.ts'

/** What a restarted host finds out about an agent that an earlier host launched. */
export type Adoption =
  | { kind: 'running' }
  | { kind: 'ended'; outcome: AgentOutcome }
  /** It never will start either: its launch is fenced. */
  | { kind: 'never-started' }
  | { kind: 'lost'; outcome: AgentOutcome }

export type Trace =
  | { kind: 'running'; leader: ProcessId; record: AgentRecord }
  | { kind: 'ended'; code: number; record: AgentRecord }
  | { kind: 'never-started' }
  | { kind: 'lost'; record: AgentRecord }

const CLAIM_TRIES = 20
const CLAIM_PAUSE_MS = 10

export const traceAgent = async (folder: AgentFolder, agentId: AgentId): Promise<Trace> => {
  // The folder is made before the process: no folder, no process.
  // A record that came with the repository is ignored: its pid could belong to anyone.
  const record = readRecord(folder)
  if (record === null) return { kind: 'never-started' }
  if (fenceLaunch(folder)) {
    if (record.cgroup !== undefined) removeCgroup(record.cgroup)
    return { kind: 'never-started' }
  }
  const start = await readClaim(folder)
  if (start.kind === 'fenced') return { kind: 'never-started' }
  // Check the pid first: the wrapper writes `exit` before it dies.
  const leader = findLeader(start, agentId)
  const code = readExitFile(folder)
  if (code !== null) return { kind: 'ended', code, record }
  return leader === null ? { kind: 'lost', record } : { kind: 'running', leader, record }
}

/** Reads the whole log, like a host that saw the agent end. */
export const concludeTrace = async (
  trace: Extract<Trace, { kind: 'ended' | 'lost' }>,
  { folder, drivers }: { folder: AgentFolder; drivers: Drivers },
): Promise<AgentOutcome> => {
  const stored = readOutcomeFile(folder)
  // `stopped` may only be the note that is written before the first signal.
  if (stored !== null && stored.cause !== 'stopped') return stored
  const record = readRecord(folder)
  const { transcript, push, end } = createTranscriptReader(
    lineReaderOf(drivers, record?.agent ?? ''),
  )
  if (existsSync(folder.out)) await new LogTail({ path: folder.out, onChunk: push }).drain()
  end()
  const outcome = decideOutcome({
    exit: trace.kind === 'ended' ? { kind: 'status', code: trace.code } : { kind: 'unknown' },
    isStopped: stored !== null,
    transcript,
    errorOutput: readFileTail(folder.err, ERROR_TAIL_BYTES),
    agent: record?.agent ?? '',
    endedAt: exitedAt(folder) ?? new Date(),
  })
  return { ...outcome, sessionId: outcome.sessionId ?? record?.sessionId ?? null }
}

/** Waits for the content of `start`: the wrapper creates the file a moment before it writes it. */
const readClaim = async (folder: AgentFolder): Promise<StartFile> => {
  let start = readStartFile(folder)
  for (let tries = 1; start.kind === 'incomplete' && tries < CLAIM_TRIES; tries += 1) {
    await pause(CLAIM_PAUSE_MS)
    start = readStartFile(folder)
  }
  return start
}

const findLeader = (start: StartFile, agentId: AgentId): ProcessId | null => {
  const mark = agentMark(agentId)
  if (start.kind === 'started') {
    const isOurs = isAlive(start) && processTable.carries(start.pid, mark) !== false
    return isOurs ? { pid: start.pid, startTime: start.startTime } : null
  }
  const leaders = processTable.rows(mark).filter((row) => row.isMarked && row.pid === row.pgid)
  const byAge = (a: ProcessId, b: ProcessId): number =>
    Number(a.startTime) - Number(b.startTime) || a.pid - b.pid
  const first = leaders.toSorted(byAge)[0]
  return first === undefined ? null : { pid: first.pid, startTime: first.startTime }
}
