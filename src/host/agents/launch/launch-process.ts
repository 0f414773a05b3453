import type { ChildProcess } from 'node:child_process'
import { existsSync, statSync } from 'node:fs'
import type { AgentRecord, LaunchKey } from '../../../contracts/launch/agent.ts'
import { errnoOf } from '../../files/errno.ts'
import { makeFolder, removeFolder } from '../../files/own-files.ts'
import {
  type AgentFolder,
  agentFolder,
  createAgentFolder,
  type Runtime,
  writeOutcomeFile,
} from '../folder/agent-folder.ts'
import type { Driver, Drivers, Env } from '../drivers/driver.ts'
import { bareOutcome } from '../logs/outcome.ts'
import { makeCgroup, nameCgroup } from '../process/cgroups/agent-cgroup.ts'
import { resolveExecutable, type ResolvedCommand } from '../process/executable.ts'
import { spawnWrapper, type WrapperSpawn } from '../process/wrapper.ts'

export type AgentStartCode =
  | 'agent-missing'
  | 'agent-not-executable'
  | 'agent-unknown'
  | 'unfit-argument'
  | 'agent-not-isolated'
  | 'check-missing'
  | 'not-trusted'
  | 'io'

export class AgentStartError extends Error {
  override readonly name = 'AgentStartError'
  readonly code: AgentStartCode
  /** The file or agent name in question. */
  readonly subject: string

  constructor(code: AgentStartCode, { subject, cause }: { subject: string; cause?: unknown }) {
    super(`${code}: ${subject}`, { cause })
    this.code = code
    this.subject = subject
  }
}

type Launch = {
  child: ChildProcess
  pid: number
  record: AgentRecord
  folder: AgentFolder
  readLine: Driver['readLine']
}

export type LaunchSurroundings = Runtime & {
  drivers: Drivers
  bridgeProgram: string
  /** Where agents get their control groups; null: nowhere. */
  cgroupHome: string | null
  env: Env
  now: () => Date
  reportError: (error: unknown) => void
}

/** All of a launch except the process; a folder without a process does no harm. */
export type PreparedLaunch = { launch: (onExit: LaunchExit) => Launch }
type LaunchExit = (code: number | null, signal: string | null) => void

interface ProcessPlan {
  record: AgentRecord
  /** Its standard input. */
  prompt: string
  env: Env
  readLine: Driver['readLine']
  needsTemp?: boolean
  /** stdout and stderr go to one log, in the order written. */
  isOneLog?: boolean
}

/** Common to agents and checks: the folder, the wrapper, the control group. */
export const prepareProcess = (plan: ProcessPlan, world: LaunchSurroundings): PreparedLaunch => {
  const { record, prompt, env, readLine, needsTemp = false, isOneLog = false } = plan
  const folder = agentFolder(world, record.agentId)
  try {
    setUpDir(folder, { record, prompt })
    if (needsTemp) makeFolder(folder.temp, 0o700)
  } catch (cause) {
    throw new AgentStartError('io', { subject: folder.path, cause })
  }
  const { command, args, cwd, cgroup } = record
  const wrapper = { folder, command, args, cwd, env, cgroup, isOneLog }
  return { launch: (onExit) => ({ ...spawnIn(wrapper, { ...world, onExit }), record, readLine }) }
}

export const cgroupFor = (
  { cgroupHome }: LaunchSurroundings,
  { agentId }: LaunchKey,
): Pick<AgentRecord, 'cgroup'> =>
  cgroupHome === null ? {} : { cgroup: nameCgroup(cgroupHome, agentId) }

export const findCommand = (driver: Pick<Driver, 'command'>, env: Env): ResolvedCommand => {
  const command = resolveExecutable(driver, env)
  if (command.ok) return command.value
  const { code, path } = command.error
  const startCode = code === 'missing' ? 'agent-missing' : 'agent-not-executable'
  throw new AgentStartError(startCode, { subject: path, cause: command.error })
}

/** Replaces an unused folder: a power cut may lose the journal entry of a launch but not this. */
const setUpDir = (folder: AgentFolder, content: { record: AgentRecord; prompt: string }): void => {
  try {
    createAgentFolder(folder, content)
  } catch (error) {
    const wasSpawned = existsSync(folder.start) || existsSync(folder.out)
    if (errnoOf(error) !== 'EEXIST' || wasSpawned) throw error
    removeFolder(folder.path)
    createAgentFolder(folder, content)
  }
}

const spawnIn = (
  wrapper: WrapperSpawn,
  world: LaunchSurroundings & { onExit: LaunchExit },
): Pick<Launch, 'child' | 'pid' | 'folder'> => {
  const { folder, cwd } = wrapper
  try {
    const cgroup = wrapper.cgroup !== undefined && makeCgroup(wrapper.cgroup)
    const child = spawnWrapper(cgroup ? wrapper : { ...wrapper, cgroup: undefined })
    // In the same tick as the spawn: an agent may end within a millisecond.
    child.once('exit', world.onExit)
    child.once('error', world.reportError)
    child.unref()
    if (child.pid === undefined) throw spawnFailure(cwd)
    return { child, pid: child.pid, folder }
  } catch (cause) {
    saveNotStarted(folder, world.reportError)
    throw new AgentStartError('io', { subject: cwd, cause })
  }
}

const saveNotStarted = (folder: AgentFolder, reportError: (error: unknown) => void): void => {
  try {
    writeOutcomeFile(folder, bareOutcome({ kind: 'not-started' }))
  } catch (error) {
    reportError(error)
  }
}

/** Node reports the reason later, in an event; a missing cwd is the most likely one. */
const spawnFailure = (cwd: string): Error => {
  try {
    statSync(cwd)
  } catch (error) {
    if (error instanceof Error) return error
  }
  return new Error('the system refused to start a process')
}
