import { lstatSync, statSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import type { z } from 'zod'
import { configSchema, type Config } from '../../core/settings/config-schema.ts'
import { allowedFor } from '../../core/words/config-words.ts'
import { jsonErrorPlace } from '../../core/readers/json-place.ts'
import { isPersonalKey } from '../../core/settings/setting-table.ts'
import { isObject } from './config-keys.ts'
import { describe, isMissing } from '../files/errno.ts'
import { LinkRefused, readOwnText } from '../files/own-files.ts'
import { underCeilings, type CappedValue } from '../trust/ceilings.ts'
import { mergeChecks, mergeWorktree } from './merge-commands.ts'

export class BadConfig extends Error {
  readonly file: string
  readonly key: string
  readonly allowed: string

  constructor(problem: { file: string; key: string; allowed: string }) {
    super(`${problem.file}: ${problem.key}: ${problem.allowed}`)
    this.file = problem.file
    this.key = problem.key
    this.allowed = problem.allowed
  }
}

export interface LoadedConfig {
  config: Config
  /** What each file contributes; later ones win. */
  sources: { file: string; config: Config }[]
  /** Unknown keys, as `file: key`. */
  unknownKeys: string[]
  /** Keys of the project's file that only the user may set; they are ignored. */
  notForProject: string[]
  /** Limits of the project's file above the user's own; the user's apply. */
  capped: CappedValue[]
}

export function personalConfigPath(env: NodeJS.ProcessEnv): string {
  const base = env['XDG_CONFIG_HOME'] || join(env['HOME'] || homedir(), '.config')
  return join(base, 'sdd-orchestrator', 'config.json')
}

export const PROJECT_CONFIG = '.kiro/sdd-orchestrator.json'

const projectConfigPath = (projectDir: string): string => join(projectDir, PROJECT_CONFIG)

/** Without a project, only the user's own configuration. */
export function loadConfig(projectDir: string | null, env: NodeJS.ProcessEnv): LoadedConfig {
  const personal = readConfigFile(personalConfigPath(env))
  const project = projectDir === null ? NO_FILE : readConfigFile(projectConfigPath(projectDir))
  const { config: allowed, ignored } = withoutPersonal(project.config)
  const { config: fromProject, capped } = underCeilings(personal.config, allowed)
  return {
    config: merge(personal.config, fromProject),
    sources: [
      { file: personal.file, config: personal.config },
      { file: project.file, config: fromProject },
    ],
    unknownKeys: [...personal.unknownKeys, ...project.unknownKeys],
    notForProject: ignored.map((key) => `${project.file}: ${key}`),
    capped,
  }
}

interface ConfigFile {
  file: string
  config: Config
  unknownKeys: string[]
}

const NO_FILE: ConfigFile = { file: '', config: {}, unknownKeys: [] }

/**
 * Only the user decides what agents may do and which programs run, never a cloned project.
 */
function withoutPersonal(project: Config): { config: Config; ignored: string[] } {
  const ignored: string[] = []
  const kept = Object.entries(project).flatMap(([key, value]): [string, unknown][] => {
    if (isPersonalKey(key)) {
      ignored.push(key)
      return []
    }
    const barred = Object.keys(asObject(value)).filter((name) => isPersonalKey(`${key}.${name}`))
    ignored.push(...barred.map((name) => `${key}.${name}`))
    return [[key, barred.length === 0 ? value : without(asObject(value), barred)]]
  })
  return { config: Object.fromEntries(kept), ignored }
}

const without = (value: Record<string, unknown>, names: string[]): Record<string, unknown> =>
  Object.fromEntries(Object.entries(value).filter(([name]) => !names.includes(name)))

function readConfigFile(file: string): ConfigFile {
  const value = readConfigJson(file)
  if (value === undefined) return { file, config: {}, unknownKeys: [] }
  const parsed = parseConfig(value)
  if (!parsed.success) throw problemIn(file, parsed.error)
  const unknown = keysBeyond(value, parsed.data)
  return { file, config: parsed.data, unknownKeys: unknown.map((key) => `${file}: ${key}`) }
}

/** Changes whenever one of the files changes. */
export const configStamp = (projectDir: string, env: NodeJS.ProcessEnv): string =>
  [personalConfigPath(env), projectConfigPath(projectDir)].map(stampOf).join(' ')

function stampOf(file: string): string {
  const stat = statSync(file, { bigint: true, throwIfNoEntry: false })
  return stat === undefined ? '-' : `${stat.ino}.${stat.size}.${stat.mtimeNs}.${stat.ctimeNs}`
}

/** Drops unknown names, which the schema would reject; the caller reports them. */
export function parseConfig(value: unknown): ReturnType<typeof configSchema.safeParse> {
  const parsed = configSchema.safeParse(value)
  if (parsed.success) return parsed
  const known = structuredClone(value)
  for (const issue of parsed.error.issues) {
    if (issue.code !== 'unrecognized_keys') continue
    const owner = issue.path.reduce<unknown>((inner, name) => asObject(inner)[String(name)], known)
    for (const key of issue.keys) delete asObject(owner)[key]
  }
  return configSchema.safeParse(known)
}

function keysBeyond(value: unknown, known: unknown, path = ''): string[] {
  const inner = asObject(known)
  return Object.entries(asObject(value)).flatMap(([key, child]) =>
    Object.hasOwn(inner, key) ? keysBeyond(child, inner[key], `${path}${key}.`) : [`${path}${key}`],
  )
}

const asObject = (value: unknown): Record<string, unknown> => (isObject(value) ? value : {})

/** Undefined when there is no such file. */
export function readConfigJson(file: string): unknown {
  let text: string
  try {
    // Usually there is no file, and every hand-off gets here: lstat is cheaper than an exception.
    if (lstatSync(file, { throwIfNoEntry: false }) === undefined) return undefined
    text = readOwnText(file)
  } catch (error) {
    if (error instanceof LinkRefused) throw error
    if (isMissing(error)) return undefined
    throw new BadConfig({ file, key: '(file)', allowed: describe(error) })
  }
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ''))
  } catch {
    const { line, column } = jsonErrorPlace(text)
    throw new BadConfig({ file, key: `line ${line}, column ${column}`, allowed: 'valid JSON' })
  }
}

export function problemIn(file: string, error: z.ZodError): BadConfig {
  const issue = error.issues[0]
  const path = issue?.path.map(String) ?? []
  return new BadConfig({ file, key: path.join('.') || '(file)', allowed: allowedFor(path) })
}

/** Merges group by group, value by value: the user's values fill what the project leaves out. */
function merge(personal: Config, project: Config): Config {
  const both = Object.entries(project).map(([key, value]) => {
    const own = (personal as Record<string, unknown>)[key]
    return [key, isObject(value) && isObject(own) ? { ...own, ...value } : value]
  })
  return {
    ...personal,
    ...Object.fromEntries(both),
    ...mergeChecks(personal, project),
    ...mergeWorktree(personal, project),
  }
}
