import { folderOf } from '../../core/formats/item-place.ts'
import { realpathSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import type { Config } from '../../core/settings/config-schema.ts'
import { AGENT_PHASES } from '../../contracts/phases.ts'
import { BUDGET_KINDS, type Budget, type Spec } from '../../contracts/spec-json.ts'
import type { TrustFinding, TrustView } from '../../contracts/views/trust-view.ts'
import type { Env } from '../agents/drivers/driver.ts'
import { BadConfig, loadConfig, PROJECT_CONFIG } from '../config/load-config.ts'
import { settingsFrom } from '../config/settings.ts'
import { readActingFiles, type ActingFile } from './acting-files.ts'
import { PROMPT_FOLDERS, PROMPT_PATHS } from './acting-paths.ts'
import { readAgentFiles, type AgentFiles } from './agent-files.ts'
import { commandFindings, withoutCommands } from './command-findings.ts'
import { detailsOf, shortened } from './details.ts'
import { digestOf } from './file-digests.ts'
import { readDecided } from './trust-file.ts'

type Found = Omit<TrustFinding, 'change'>

interface TrustQuery {
  projectDir: string
  env: Env
  /** The spec whose choices are included. */
  spec: Spec | null
  isSpecOnly?: boolean
  /** Worktrees that agents work in: their files may differ from the checkout's. */
  workDirs?: readonly string[]
}

/** What takes effect in the project and this spec, read from disk now. */
export function readTrust(query: TrustQuery): TrustView {
  const { projectDir, env, spec, isSpecOnly = false, workDirs = [] } = query
  const config = configsOf(projectDir, env)
  const settings = config === null ? [BROKEN_CONFIG] : choices(withoutCommands(config.project))
  const commands = config === null ? [] : commandFindings(config.project)
  const found = [
    ...(isSpecOnly
      ? []
      : [...commands, ...agentFiles(query, workDirs), ...prompts(projectDir), ...settings]),
    ...(spec === null ? [] : choicesOfSpec(spec, config?.personal ?? {})),
  ]
  if (found.length === 0) return { decision: null, findings: [], undecided: [] }
  const decided = readDecided(projectDir, env)
  const known = new Map(Object.entries(decided?.findings ?? {}))
  const findings = found.map((one): TrustFinding => ({
    ...one,
    change: known.has(one.id) ? 'changed' : 'new',
  }))
  const undecided = findings.filter(({ id, digest }) => known.get(id) !== digest)
  return { decision: decided?.decision ?? null, findings, undecided }
}

/** Whether the user chose to run this project without its own files. */
export const runsWithout = (projectDir: string, env: Env): boolean =>
  readDecided(projectDir, env)?.decision === 'without'

/** Of worktrees what differs: the base may have other files, and agents may write some. */
function agentFiles({ projectDir, env }: TrustQuery, workDirs: readonly string[]): Found[] {
  const own = readAgentFiles(projectDir, env)
  const others = workDirs
    .filter((workDir) => workDir !== projectDir)
    .flatMap((workDir) => differences({ projectDir, own }, workDir, readAgentFiles(workDir, env)))
  const all = [...[...own.inside, ...own.outside].map(agentFile), ...others]
  return [...new Map(all.map((one) => [one.id, one])).values()]
}

const agentFile = (file: ActingFile): Found => ({
  id: file.path,
  kind: 'agent-file',
  details: detailsOf(file),
  digest: file.digest,
})

function differences(
  { projectDir, own }: { projectDir: string; own: AgentFiles },
  workDir: string,
  its: AgentFiles,
): Found[] {
  const real = realpathSync.native(projectDir)
  const inside = new Map(own.inside.map(({ path, digest }) => [path, digest]))
  const isKnown = new Set([
    ...own.inside.map(({ path }) => join(real, path)),
    ...own.outside.map(({ path }) => path),
  ])
  return [
    ...its.inside
      .filter(({ path, digest }) => inside.get(path) !== digest)
      .map((file) => ({ ...file, path: relative(projectDir, join(workDir, file.path)) })),
    ...its.outside
      .filter(({ path }) => !isKnown.has(path))
      .map((file) => ({ ...file, path: shownFrom(real, file.path) })),
  ].map(agentFile)
}

const shownFrom = (folder: string, path: string): string =>
  path.startsWith(`${folder}${sep}`) ? relative(folder, path) : path

function prompts(projectDir: string): Found[] {
  return readActingFiles(projectDir, PROMPT_PATHS).map((file) => ({
    id: file.path,
    kind: 'prompt',
    details: [
      ...file.notes,
      ...(isEarlierPlace(file.path) ? [`the earlier place; move it to ${PROMPT_FOLDERS[0]}/`] : []),
    ],
    digest: file.digest,
  }))
}

export const isEarlierPlace = (path: string): boolean => !path.startsWith(`${PROMPT_FOLDERS[0]}/`)

/** Harmless by themselves: a limit can only be lowered, and a language decides nothing. */
const HARMLESS = /^(language|concurrency|timeoutMinutes|\w+Minutes|graceSeconds|logRetentionDays)$/

function choices(config: Config): Found[] {
  const chosen = Object.entries(config)
    .filter(([key, value]) => !HARMLESS.test(key) && !isEmpty(value))
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
  if (chosen.length === 0) return []
  const details = shortened(chosen.map(([key, value]) => `${key}: ${JSON.stringify(value)}`))
  return [
    { id: PROJECT_CONFIG, kind: 'setting', details, digest: digestOf(JSON.stringify(chosen)) },
  ]
}

const isEmpty = (value: unknown): boolean =>
  value === undefined ||
  (typeof value === 'object' &&
    value !== null &&
    Object.values(value).every((one) => one === undefined))

function choicesOfSpec(spec: Spec, personal: Config): Found[] {
  const file = `${folderOf({ kind: 'spec', name: spec.name })}/spec.json`
  return [
    ...finding(`${file}: agents`, agentsOf(spec, personal)),
    ...finding(`${file}: budget`, raised(spec, settingsFrom(personal).budget)),
  ]
}

const finding = (id: string, lines: string[]): Found[] =>
  lines.length === 0
    ? []
    : [{ id, kind: 'spec', details: shortened(lines), digest: digestOf(lines.join('\n')) }]

/** Only if the spec chooses another agent than the user's configuration would. */
function agentsOf(spec: Spec, personal: Config): string[] {
  const settings = settingsFrom(personal)
  const isOther = AGENT_PHASES.some(
    (phase) => settings.planFor(phase, spec.agents).agent !== settings.planFor(phase, {}).agent,
  )
  if (!isOther) return []
  return Object.entries(spec.agents)
    .map(([phase, agent]) => `${phase}: ${agent}`)
    .toSorted()
}

/** A spec may cost less than the user allows; only the user may allow more. */
function raised({ budget }: Spec, limit: Budget): string[] {
  return BUDGET_KINDS.flatMap((kind) => {
    const own = budget[kind]
    const ceiling = limit[kind]
    if (own === undefined || ceiling === null || (own !== null && own <= ceiling)) return []
    return [`${kind}: ${own ?? 'no limit'}, above ${ceiling}`]
  })
}

/** A host may still use what it read before the file was broken. */
const BROKEN_CONFIG: Found = {
  id: PROJECT_CONFIG,
  kind: 'setting',
  details: ['it cannot be read'],
  digest: digestOf('broken'),
}

export function configsOf(
  projectDir: string,
  env: Env,
): { personal: Config; project: Config } | null {
  try {
    const [personal, project] = loadConfig(projectDir, env as NodeJS.ProcessEnv).sources
    return { personal: personal?.config ?? {}, project: project?.config ?? {} }
  } catch (error) {
    if (error instanceof BadConfig) return null
    throw error
  }
}
