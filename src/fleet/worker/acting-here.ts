import { PERMISSION_MODES } from '../../contracts/launch/permission-modes.ts'
import type { Launch } from '../../core/decide/effects.ts'
import type { Config } from '../../core/settings/config-schema.ts'
import { SETTINGS } from '../../core/settings/setting-table.ts'
import { valueAt } from '../../host/config/config-keys.ts'
import { loadConfig, PROJECT_CONFIG } from '../../host/config/load-config.ts'
import { settingsFrom } from '../../host/config/settings.ts'
import type { StepRequest } from '../../host/ports/step-runner.ts'
import { digestOf } from '../../host/trust/file-digests.ts'
import { commandFindings } from '../../host/trust/command-findings.ts'
import { foldersOf } from '../../host/project/folders.ts'
import { readTrust } from '../../host/trust/findings.ts'
import { workDirsOf } from '../../host/workspaces/live-folder.ts'
import { placeOf } from '../../host/steps/check-step.ts'
import { commandIdOf, type Acting } from './worker-trust.ts'

interface Asked {
  /** The step, with the folders of this worker. */
  request: StepRequest
  /** The item's repository on this computer. */
  dir: string
  /** The fleet's settings of the project. */
  config: Config
  env: NodeJS.ProcessEnv
  /** The set-up command runs before the step. */
  isSetUpFirst: boolean
}

export interface ActingHere {
  /** Takes effect in this step. */
  now: Acting[]
  /** The other commands of the project, which later steps will need. */
  later: Acting[]
}

/** What would take effect on this computer because of the fleet's settings or the repository. */
export function actingHere(asked: Asked): ActingHere {
  const { request, config, isSetUpFirst } = asked
  const commands = commandsOf(config)
  const wanted = new Set([
    ...(request.kind === 'check' ? [commandIdOf(placeOf(request.launch.work))] : []),
    ...(isSetUpFirst ? [commandIdOf('worktree.setup')] : []),
  ])
  const ofAgent =
    request.kind === 'agent' ? [...permissions(asked, request.launch), ...filesOf(asked)] : []
  return {
    now: [...commands.filter(({ id }) => wanted.has(id)), ...ofAgent],
    later: commands.filter(({ id }) => !wanted.has(id)),
  }
}

const commandsOf = (config: Config): Acting[] =>
  commandFindings(config).map(({ id, details, digest }) => ({
    id: id.replace(`${PROJECT_CONFIG}: `, 'settings: '),
    kind: 'command',
    details,
    digest,
  }))

/** Settings that on one machine only its user may choose, and what was chosen for this run. */
function permissions({ config, env }: Asked, launch: Launch): Acting[] {
  const own = loadConfig(null, env).config
  const { permission } = settingsFrom(own).planFor(launch.phase, {}, launch.agent)
  const isMore = (mode: unknown): boolean =>
    PERMISSION_MODES.findIndex((one) => one === mode) > PERMISSION_MODES.indexOf(permission)
  const isHarmless = (key: string, value: unknown): boolean =>
    (/^permissions?(\.|$)/.test(key) && !isMore(value)) || isSame(value, valueAt(own, key))
  const chosen = [...SETTINGS].flatMap(([key, { isPersonal }]): Acting[] => {
    const value = valueAt(config, key)
    const isOfOther = key.includes('.') && !isAbout(key, launch)
    if (!isPersonal || value === undefined || isOfOther || isHarmless(key, value)) return []
    return [acting(`settings: ${key}`, value)]
  })
  const tools = settingsFrom(own).allowedTools(launch.agent)
  const more = launch.allowTools.filter((rule) => !tools.includes(rule))
  return [
    ...chosen,
    ...(isMore(launch.permission) ? [acting('this run: permission', launch.permission)] : []),
    ...(more.length === 0 ? [] : [acting('this run: allowed tools', more.toSorted())]),
  ]
}

const isAbout = (key: string, { phase, agent }: Launch): boolean =>
  key === `permissions.${phase}` || key.startsWith(`${agent}.`)

const acting = (id: string, value: unknown): Acting => {
  const text = JSON.stringify(value)
  return { id, kind: 'permission', details: [text], digest: digestOf(text) }
}

const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b)

/** Hooks, servers, prompts and the like where the agent works. */
function filesOf({ dir, env, request }: Asked): Acting[] {
  const workDirs = workDirsOf(foldersOf(dir, env), request.launch.workspace)
  return readTrust({ projectDir: dir, env, spec: null, workDirs })
    .undecided.filter(({ kind }) => !IGNORED.has(kind))
    .map(({ id, details, digest }) => ({ id, kind: 'file', details, digest }))
}

/** The configuration in the repository has no effect in a fleet. */
const IGNORED: ReadonlySet<string> = new Set(['command', 'setting', 'spec'])
