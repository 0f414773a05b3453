import type { WorkItem } from '../../contracts/work-item.ts'
import type { ChildProcess } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { existsSync, realpathSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { resolve, sep } from 'node:path'
import type { z } from 'zod'
import type { AgentRecord, LaunchKey, PermissionMode } from '../../contracts/agent.ts'
import { effortSchema, modelNameSchema, sessionIdSchema } from '../../contracts/launch-values.ts'
import type { AgentPhase } from '../../contracts/phases.ts'
import type { OwnOptions } from '../../core/agents/descriptor.ts'
import { settingsFrom } from '../config/settings.ts'
import { errnoOf } from '../files/errno.ts'
import { makeFolder, removeFolder } from '../files/own-files.ts'
import {
  type AgentFolder,
  agentFolder,
  createAgentFolder,
  writeOutcomeFile,
} from './agent-folder.ts'
import type { Seal } from '../project/seal.ts'
import { keyOfRecord } from './agent-info.ts'
import { bridged } from './drivers/bridge.ts'
import { makeCgroup, nameCgroup } from './process/cgroups/agent-cgroup.ts'
import type { Driver, DriverRequest, Drivers, Env } from './drivers/driver.ts'
import { resolveExecutable, type ResolvedCommand } from './process/executable.ts'
import { bareOutcome } from './logs/outcome.ts'
import { spawnWrapper, type WrapperSpawn } from './process/wrapper.ts'

export type LaunchRequest = {
  key: LaunchKey
  item: WorkItem
  phase: AgentPhase
  round: number | null
  /** The driver's name. */
  agent: string
  projectDir: string
  specDir: string
  cwd: string
  prompt: string
  resumeSessionId: string | null
  /** The journal's seq at launch. */
  seq: number
  model?: string | undefined
  effort?: string | undefined
  permission?: PermissionMode | undefined
  isPermissionOfRun?: boolean | undefined
  allowTools?: readonly string[] | undefined
  own?: OwnOptions | undefined
  extraArgs?: readonly string[] | undefined
  budgetUsd?: number | undefined
  answerTimeoutMs?: number | undefined
  /** The CLI is to leave the project's own hooks, servers and settings alone. */
  isIsolated?: boolean | undefined
}

export type AgentStartCode =
  | 'agent-missing'
  | 'agent-not-executable'
  | 'agent-unknown'
  | 'unfit-argument'
  | 'agent-not-isolated'
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
  driver: Driver
}

const DEFAULTS = settingsFrom({})
const SYSTEM_TEMP = tmpdir()

export type LaunchSurroundings = {
  runtimeDir: string
  seal: Seal
  drivers: Drivers
  bridgeProgram: string
  /** Where control groups for agents can be made, if they can. */
  cgroupHome: string | null
  env: Env
  now: () => Date
  reportError: (error: unknown) => void
}

/** Everything but the process itself: a folder that no one started in does no harm. */
export type PreparedLaunch = { launch: (onExit: LaunchExit) => Launch }
type LaunchExit = (code: number | null, signal: string | null) => void

/** Leaves no folder behind when the agent cannot be run at all. */
export const prepareLaunch = (
  request: LaunchRequest,
  world: LaunchSurroundings,
): PreparedLaunch => {
  const driver = world.drivers.get(request.agent)
  if (driver === undefined) throw new AgentStartError('agent-unknown', { subject: request.agent })
  const command = findCommand(driver, world.env)
  const sessionId = randomUUID()
  const folder = agentFolder(world, request.key.agentId)
  const wanted = driverRequest(request, { sessionId, tempDir: folder.temp })
  const cli = [command.path, ...command.leadingArgs, ...driver.args(wanted)]
  const bridgeArgs = driver.bridgeArgs(wanted)
  const [path = command.path, ...args] =
    bridgeArgs === null ? cli : bridged(cli, { args: bridgeArgs, program: world.bridgeProgram })
  const record: AgentRecord = {
    ...keyOfRecord(request.key),
    item: request.item,
    phase: request.phase,
    round: request.round,
    agent: request.agent,
    command: path,
    args,
    cwd: request.cwd,
    sessionId: request.resumeSessionId ?? (driver.takesSessionId ? sessionId : null),
    model: request.model ?? null,
    startedAt: world.now().toISOString(),
    seq: request.seq,
    ...(world.cgroupHome !== null && { cgroup: nameCgroup(world.cgroupHome, request.key.agentId) }),
  }
  const ofDriver = driver.env(wanted, world.env)
  const env = { ...agentEnv(request, ofDriver), SDD_AGENT_DIR: folder.path }
  try {
    layOut(folder, { record, prompt: request.prompt })
    if (ofDriver['TMPDIR'] === folder.temp) makeFolder(folder.temp, 0o700)
  } catch (cause) {
    throw new AgentStartError('io', { subject: folder.path, cause })
  }
  const wrapper = { folder, command: path, args, cwd: request.cwd, env, cgroup: record.cgroup }
  return { launch: (onExit) => ({ ...spawnIn(wrapper, { ...world, onExit }), record, driver }) }
}

/** What stands there was laid out before a power cut, for a launch that was lost with its journal entry. */
const layOut = (folder: AgentFolder, content: { record: AgentRecord; prompt: string }): void => {
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
    // In the same turn as the spawn: an agent may end within a millisecond.
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

export const agentEnv = (request: LaunchRequest, base: Env): Record<string, string | undefined> => {
  const { key, item, phase, round, projectDir, specDir } = request
  return {
    ...base,
    SDD_PROJECT: projectDir,
    SDD_SPEC: item.name,
    SDD_SPEC_DIR: specDir,
    SDD_PHASE: phase,
    // Undefined takes it out, also if the host itself was started by an agent.
    SDD_ROUND: round === null ? undefined : String(round),
    SDD_RUN_ID: key.runId,
    SDD_STEP_ID: key.stepId,
    SDD_ATTEMPT: String(key.attempt),
    SDD_AGENT_ID: key.agentId,
  }
}

const findCommand = (driver: Driver, env: Env): ResolvedCommand => {
  const command = resolveExecutable(driver, env)
  if (command.ok) return command.value
  const { code, path } = command.error
  const startCode = code === 'missing' ? 'agent-missing' : 'agent-not-executable'
  throw new AgentStartError(startCode, { subject: path, cause: command.error })
}

const driverRequest = (
  request: LaunchRequest,
  own: Pick<DriverRequest, 'sessionId' | 'tempDir'>,
): DriverRequest => ({
  ...own,
  resumeSessionId: fit(request.resumeSessionId, sessionIdSchema),
  model: fit(request.model, modelNameSchema),
  effort: fit(request.effort, effortSchema),
  permission: request.permission ?? 'edit',
  isPermissionOfRun: request.isPermissionOfRun ?? false,
  allowTools: request.allowTools ?? [],
  own: request.own ?? {},
  extraArgs: request.extraArgs,
  budgetUsd: request.budgetUsd,
  answerTimeoutMs: request.answerTimeoutMs ?? DEFAULTS.answerMs,
  systemTempDir: SYSTEM_TEMP,
  isInside,
  isolatedFrom: request.isIsolated === true ? namesOf(request.projectDir) : null,
})

const isInside = (path: string, folder: string): boolean => {
  const [inner, outer] = [resolve(path), resolve(folder)]
  return inner === outer || inner.startsWith(outer.endsWith(sep) ? outer : outer + sep)
}

const namesOf = (projectDir: string): string[] => [
  ...new Set([projectDir, realpathSync(projectDir)]),
]

/** Whatever way a value took, none that reads like an option reaches a program. */
const fit = <T extends string | null | undefined>(value: T, schema: z.ZodType<string>): T => {
  if (value === null || value === undefined || schema.safeParse(value).success) return value
  throw new AgentStartError('unfit-argument', { subject: JSON.stringify(value) })
}

const saveNotStarted = (folder: AgentFolder, reportError: (error: unknown) => void): void => {
  try {
    writeOutcomeFile(folder, bareOutcome({ kind: 'not-started' }))
  } catch (error) {
    reportError(error)
  }
}

/** Node says the reason only later, in an event; a missing folder is the likely one. */
const spawnFailure = (cwd: string): Error => {
  try {
    statSync(cwd)
  } catch (error) {
    if (error instanceof Error) return error
  }
  return new Error('the system refused to start a process')
}
