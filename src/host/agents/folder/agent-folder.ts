import { hash } from 'node:crypto'
import { closeSync, existsSync, fstatSync, lstatSync, readSync } from 'node:fs'
import { dirname, join, sep } from 'node:path'
import {
  type AgentOutcome,
  agentOutcomeSchema,
  type AgentRecord,
  storedRecordSchema,
} from '../../../contracts/launch/agent.ts'
import type { AgentId } from '../../../contracts/ids.ts'
import { errnoOf, isMissing } from '../../files/errno.ts'
import type { ProjectFolders } from '../../project/folders.ts'
import type { Seal } from '../../project/seal.ts'
import {
  isNotPlain,
  makeNewFolder,
  openPlainFile,
  readPlainText,
  replaceFile,
  writeNewFile,
} from '../../files/own-files.ts'

/** Where the agents' folders are, and the seal that tells our records from a repository's. */
export type Runtime = Pick<ProjectFolders, 'agentsDir' | 'runtimeDir' | 'seal'>

export type AgentFolder = {
  path: string
  seal: Seal
  record: string
  prompt: string
  out: string
  err: string
  start: string
  exit: string
  outcome: string
  /** Where the bridge looks for answers to its questions. */
  answers: string
  /** For the agent itself to write in, and therefore not in its folder. */
  temp: string
  /** Agents could write it: what it says is shown and never believed. */
  isOlder: boolean
}

export type StartFile =
  | { kind: 'missing' }
  | { kind: 'fenced' }
  | { kind: 'incomplete' }
  | { kind: 'started'; pid: number; startTime: string }

const FENCED = 'fenced\n'

export const agentFolder = ({ agentsDir, seal }: Runtime, agentId: AgentId): AgentFolder =>
  folderAt(join(agentsDir, agentId), { seal, isOlder: false })

export const olderAgentsDir = ({ runtimeDir }: Pick<Runtime, 'runtimeDir'>): string =>
  join(runtimeDir, 'agents')

/** Where earlier versions kept an agent's folder: below the project. */
export const olderAgentFolder = (runtime: Runtime, agentId: AgentId): AgentFolder =>
  folderAt(join(olderAgentsDir(runtime), agentId), { seal: runtime.seal, isOlder: true })

/** The folder that tells people about an agent, whichever version started it. */
export const shownAgentFolder = (runtime: Runtime, agentId: AgentId): AgentFolder => {
  const folder = agentFolder(runtime, agentId)
  return existsSync(folder.path) ? folder : olderAgentFolder(runtime, agentId)
}

const folderAt = (path: string, kept: Pick<AgentFolder, 'seal' | 'isOlder'>): AgentFolder => {
  const file = (name: string): string => `${path}${sep}${name}`
  return {
    ...kept,
    path,
    record: file('record.json'),
    prompt: file('prompt.md'),
    out: file('out.log'),
    err: file('err.log'),
    start: file('start'),
    exit: file('exit'),
    outcome: file('outcome.json'),
    answers: file('answers'),
    temp: kept.isOlder ? file('tmp') : tempFor(path),
  }
}

/** Short: programs put sockets in there, whose paths may have about 100 characters. */
const tempFor = (path: string): string =>
  join(dirname(dirname(dirname(path))), 'temp', hash('sha256', path).slice(0, 12))

/** Tells whose agents these are, for the day when the project is gone. */
export const PROJECT_NOTE = 'project'

/** Fails if the folder exists: an agent id is launched only once. */
export const createAgentFolder = (
  folder: AgentFolder,
  content: { record: AgentRecord; prompt: string },
): void => {
  makeNewFolder(folder.path)
  const code = folder.seal.sign('agent', JSON.stringify(content.record))
  writeNewFile(folder.record, JSON.stringify({ ...content.record, code }))
  writeNewFile(folder.prompt, content.prompt)
}

/** True if the agent can never start from now on; false if its launch is already claimed. */
export const fenceLaunch = (folder: AgentFolder): boolean => {
  try {
    writeNewFile(folder.start, FENCED)
    return true
  } catch (error) {
    if (errnoOf(error) === 'EEXIST') return false
    throw error
  }
}

export const readStartFile = (folder: AgentFolder): StartFile => {
  const text = readPlainText(folder.start)
  if (text === null) return { kind: 'missing' }
  if (text === FENCED) return { kind: 'fenced' }
  return text.endsWith('\n') ? parseStart(text.trim()) : { kind: 'incomplete' }
}

/** The agent's exit status. A file without a newline is incomplete: the machine crashed. */
export const readExitFile = (folder: AgentFolder): number | null => {
  const text = readIfPlain(folder.exit)
  return text !== null && /^\d{1,3}\n$/.test(text) ? Number(text) : null
}

/** Null until the wrapper has written the status into the file that the host created. */
export const exitedAt = ({ exit }: AgentFolder): Date | null => {
  const stat = lstatSync(exit, { throwIfNoEntry: false })
  return stat !== undefined && stat.size > 0 ? stat.mtime : null
}

/** Null also for a record that this computer did not write for this checkout. */
export const readRecord = (folder: AgentFolder): AgentRecord | null => {
  const json = parseJson((folder.isOlder ? readIfPlain : readPlainText)(folder.record))
  if (typeof json !== 'object' || json === null || !('code' in json)) return null
  const { code, ...record } = json
  if (!folder.seal.isGenuine(code, 'agent', JSON.stringify(record))) return null
  const parsed = storedRecordSchema.safeParse(record)
  const matchesFolder = parsed.success && folder.path.endsWith(`${sep}${parsed.data.agentId}`)
  return matchesFolder ? parsed.data : null
}

export const readOutcomeFile = (folder: AgentFolder): AgentOutcome | null => {
  const parsed = agentOutcomeSchema.safeParse(parseJson(readIfPlain(folder.outcome)))
  return parsed.success ? parsed.data : null
}

export const writeOutcomeFile = (folder: AgentFolder, outcome: AgentOutcome): void =>
  replaceFile(folder.outcome, JSON.stringify(outcome))

/** The last bytes of a file, starting at a whole character; empty if it does not exist. */
export const readFileTail = (path: string, maxBytes: number): string => {
  let fd: number
  try {
    fd = openPlainFile(path)
  } catch (error) {
    if (isMissing(error)) return ''
    throw error
  }
  try {
    const { size } = fstatSync(fd)
    const from = Math.max(0, size - maxBytes)
    const buffer = Buffer.alloc(size - from)
    const length = readSync(fd, buffer, 0, buffer.length, from)
    let begin = 0
    while (from > 0 && begin < length && isContinuation(buffer[begin])) begin += 1
    return buffer.toString('utf8', begin, length)
  } finally {
    closeSync(fd)
  }
}

/** Linux: a line of /proc/PID/stat, whose second field may contain blanks; else `PID TIME`. */
const parseStart = (line: string): StartFile => {
  const pid = Number.parseInt(line, 10)
  const startTime = line.includes(')')
    ? line.slice(line.lastIndexOf(')') + 2).split(' ')[19]
    : line.replace(/^\d+\s*/, '').replace(/\s+/g, ' ')
  return Number.isSafeInteger(pid) && pid > 1 && startTime
    ? { kind: 'started', pid, startTime }
    : { kind: 'incomplete' }
}

const isContinuation = (byte: number | undefined): boolean =>
  byte !== undefined && (byte & 0xc0) === 0x80

/** Only what the wrapper or a host wrote counts; anything else tells nothing. */
const readIfPlain = (path: string): string | null => {
  try {
    return readPlainText(path)
  } catch (error) {
    if (isNotPlain(error)) return null
    throw error
  }
}

const parseJson = (text: string | null): unknown => {
  if (text === null) return null
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
