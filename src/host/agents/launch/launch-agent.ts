import type { WorkItem } from '../../../contracts/work-item.ts'
import { randomUUID } from 'node:crypto'
import { realpathSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve, sep } from 'node:path'
import type { z } from 'zod'
import type { AgentRecord, LaunchKey, PermissionMode } from '../../../contracts/launch/agent.ts'
import {
  effortSchema,
  modelNameSchema,
  sessionIdSchema,
} from '../../../contracts/launch/launch-values.ts'
import type { AgentPhase, Talk } from '../../../contracts/phases.ts'
import type { OwnOptions } from '../../../core/agents/descriptor.ts'
import { settingsFrom } from '../../config/settings.ts'
import { isAbsent } from '../../trust/acting-files.ts'
import { foldersAbove, isNear } from '../../trust/folders-around.ts'
import { agentFolder } from '../folder/agent-folder.ts'
import { keyOfRecord } from '../folder/agent-info.ts'
import { bridged } from '../drivers/bridge.ts'
import type { DriverRequest, Env } from '../drivers/driver.ts'
import {
  AgentStartError,
  cgroupFor,
  findCommand,
  type LaunchSurroundings,
  prepareProcess,
  type PreparedLaunch,
} from './launch-process.ts'

export type LaunchRequest = {
  key: LaunchKey
  item: WorkItem
  phase: AgentPhase | Talk
  round: number | null
  /** The driver's name. */
  agent: string
  projectDir: string
  specDir: string
  /** The item's workspace. */
  workDir?: string
  mode?: string | null
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
  /** The CLI must ignore the project's own hooks, servers and settings. */
  isIsolated?: boolean | undefined
  /** The only files it may take MCP servers from; null: it may look for them itself. */
  serverFiles?: readonly string[] | null
}

const DEFAULTS = settingsFrom({})
const SYSTEM_TEMP = tmpdir()

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
  const wanted = driverRequest(request, world.env, { sessionId, tempDir: folder.temp })
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
    ...cgroupFor(world, request.key),
  }
  const driverEnv = driver.env(wanted, world.env)
  const env = { ...agentEnv(request, driverEnv), SDD_AGENT_DIR: folder.path }
  const needsTemp = driverEnv['TMPDIR'] === folder.temp
  const { prompt } = request
  return prepareProcess({ record, prompt, env, needsTemp, readLine: driver.readLine }, world)
}

/** These are only told in the prompt of a review, not in SDD_MODE. */
const REVIEW_MODES: ReadonlySet<string> = new Set(['reply', 'autofix'])

export const agentEnv = (request: LaunchRequest, base: Env): Record<string, string | undefined> => {
  const { key, item, phase, round, projectDir, specDir, mode, workDir = projectDir } = request
  return {
    ...base,
    SDD_PROJECT: projectDir,
    // Undefined removes a variable that the host inherited if an agent started it.
    SDD_SPEC: item.kind === 'spec' ? item.name : undefined,
    SDD_BUG: item.kind === 'bug' ? item.name : undefined,
    SDD_SPEC_DIR: specDir,
    SDD_WORKSPACE: workDir,
    SDD_PHASE: phase,
    SDD_MODE: mode === null || mode === undefined || REVIEW_MODES.has(mode) ? undefined : mode,
    SDD_ROUND: round === null ? undefined : String(round),
    SDD_RUN_ID: key.runId,
    SDD_STEP_ID: key.stepId,
    SDD_ATTEMPT: String(key.attempt),
    SDD_AGENT_ID: key.agentId,
  }
}

const driverRequest = (
  request: LaunchRequest,
  env: Env,
  own: Pick<DriverRequest, 'sessionId' | 'tempDir'>,
): DriverRequest => ({
  ...own,
  resumeSessionId: validated(request.resumeSessionId, sessionIdSchema),
  model: validated(request.model, modelNameSchema),
  effort: validated(request.effort, effortSchema),
  permission: request.permission ?? 'edit',
  isPermissionOfRun: request.isPermissionOfRun ?? false,
  allowTools: request.allowTools ?? [],
  own: request.own ?? {},
  extraArgs: request.extraArgs,
  budgetUsd: request.budgetUsd,
  answerTimeoutMs: request.answerTimeoutMs ?? DEFAULTS.answerMs,
  systemTempDir: SYSTEM_TEMP,
  isInside,
  isolatedFrom: request.isIsolated === true ? namesOf([request.projectDir, request.cwd]) : null,
  serverFiles: request.serverFiles ?? null,
  isHere: (path) => !isAbsent(join(request.cwd, path)),
  isNear: (path) => isNear(request.cwd, path, env),
})

const isInside = (path: string, folder: string): boolean => {
  const [inner, outer] = [resolve(path), resolve(folder)]
  return inner === outer || inner.startsWith(outer.endsWith(sep) ? outer : outer + sep)
}

const namesOf = (dirs: readonly string[]): string[] => [
  ...new Set(
    dirs.flatMap((dir) => [dir, realpathSync(dir)]).flatMap((dir) => [dir, ...foldersAbove(dir)]),
  ),
]

/** Keeps values that look like an option from reaching a program. */
const validated = <T extends string | null | undefined>(value: T, schema: z.ZodType<string>): T => {
  if (value === null || value === undefined || schema.safeParse(value).success) return value
  throw new AgentStartError('unfit-argument', { subject: JSON.stringify(value) })
}
