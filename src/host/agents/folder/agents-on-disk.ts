import { lstatSync } from 'node:fs'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { AgentInfo, AgentOutcome } from '../../../contracts/launch/agent.ts'
import { type AgentId, agentIdSchema } from '../../../contracts/ids.ts'
import { lineReaderFor } from '../../../core/agent-events/line-reader.ts'
import { errnoOf, isMissing } from '../../files/errno.ts'
import { isBehindLink, namesIn } from '../../files/own-files.ts'
import {
  type AgentFolder,
  agentFolder,
  exitedAt,
  olderAgentsDir,
  readExitFile,
  readFileTail,
  readOutcomeFile,
  readRecord,
  readStartFile,
  type Runtime,
  shownAgentFolder,
  type StartFile,
} from './agent-folder.ts'
import { byStart, infoOfRecord } from './agent-info.ts'
import type { Driver, Drivers } from '../drivers/driver.ts'
import { builtInDrivers } from '../drivers/built-in.ts'
import { type AgentExit, bareOutcome, decideOutcome, ERROR_TAIL_BYTES } from '../logs/outcome.ts'
import { isAlive } from '../process/process-table.ts'
import { createTranscriptReader } from '../logs/transcript.ts'

const FOLDERS_PER_TURN = 50
/** The terminal event is at the end of a log. */
const TAIL_BYTES = 1024 * 1024

/** Works for agents that are no longer in the configuration, too. */
export const lineReaderOf = (drivers: Drivers, agent: string): Driver['readLine'] =>
  drivers.get(agent)?.readLine ?? lineReaderFor(agent)

/** All agents that have run here, oldest first; needs no host. */
export const listFromDisk = async (
  runtime: Runtime,
  drivers: Drivers = builtInDrivers(),
): Promise<AgentInfo[]> => {
  const infos: AgentInfo[] = []
  for (const [index, agentId] of agentIdsOnDisk(runtime).entries()) {
    const info = infoIfReadable(shownAgentFolder(runtime, agentId), drivers)
    if (info !== null) infos.push(info)
    if (index % FOLDERS_PER_TURN === FOLDERS_PER_TURN - 1) await nextTurn()
  }
  return infos.toSorted(byStart)
}

/** One broken folder must not hide all the others. */
const infoIfReadable = (folder: AgentFolder, drivers: Drivers): AgentInfo | null => {
  try {
    return readFromDisk(folder, drivers)
  } catch {
    return null
  }
}

/** Those of earlier versions, too. */
export const agentIdsOnDisk = (runtime: Runtime): AgentId[] => {
  const names = new Set([...folderNames(runtime.agentsDir), ...olderNames(runtime)])
  return [...names].flatMap((name) => {
    const agentId = agentIdSchema.safeParse(name)
    return agentId.success ? [agentId.data] : []
  })
}

/** An agent of any host is at work. */
export const hasLiveAgents = (runtime: Runtime): boolean =>
  agentIdsOnDisk(runtime).some((agentId) => {
    const start = readStartFile(agentFolder(runtime, agentId))
    return start.kind === 'started' && isAlive(start)
  })

export const readFromDisk = (folder: AgentFolder, drivers: Drivers): AgentInfo | null => {
  const record = readRecord(folder)
  if (record === null) return null
  const start = readStartFile(folder)
  const { agent } = record
  const outcome = readEnd(folder, { start, agent, readLine: lineReaderOf(drivers, agent) })
  const isEnded = outcome !== null
  return {
    ...infoOfRecord(record),
    sessionId: (folder.isOlder ? null : outcome?.sessionId) ?? record.sessionId,
    status: outcome?.status ?? 'running',
    pid: start.kind === 'started' ? start.pid : null,
    endedAt: isEnded ? (exitedAt(folder)?.toISOString() ?? modified(folder.outcome)) : null,
    lastOutputAt: modified(folder.out),
    usage: outcome?.usage ?? null,
    message: outcome?.message || null,
    question: null,
    now: null,
  }
}

const readEnd = (
  folder: AgentFolder,
  { start, agent, readLine }: { start: StartFile; agent: string; readLine: Driver['readLine'] },
): AgentOutcome | null => {
  // Check the pid first: the wrapper writes `exit` before it dies.
  const isWorking = start.kind === 'started' && !folder.isOlder && isAlive(start)
  const code = readExitFile(folder)
  if (code === null && isWorking) return null
  const stored = readOutcomeFile(folder)
  if (stored !== null) return stored
  if (start.kind === 'missing' || start.kind === 'fenced')
    return bareOutcome({ kind: 'not-started' })
  const { transcript, push, end } = createTranscriptReader(readLine)
  push(Buffer.from(readFileTail(folder.out, TAIL_BYTES)))
  end()
  const exit: AgentExit = code === null ? { kind: 'unknown' } : { kind: 'status', code }
  const errorOutput = readFileTail(folder.err, ERROR_TAIL_BYTES)
  const endedAt = exitedAt(folder) ?? new Date()
  return decideOutcome({ exit, isStopped: false, transcript, errorOutput, agent, endedAt })
}

/** Below the project, where anything may stand in the folder's place. */
const olderNames = (runtime: Runtime): string[] => {
  const path = olderAgentsDir(runtime)
  try {
    return isBehindLink(path) ? [] : folderNames(path)
  } catch (error) {
    if (errnoOf(error) === 'ENOTDIR') return []
    throw error
  }
}

const folderNames = (path: string): string[] => {
  try {
    return namesIn(path)
  } catch (error) {
    if (isMissing(error)) return []
    throw error
  }
}

const modified = (path: string): string | null =>
  lstatSync(path, { throwIfNoEntry: false })?.mtime.toISOString() ?? null
