import { readFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import type { z } from 'zod'
import { configSchema, type Config } from '../contracts/config.ts'
import { describe, isMissing } from './files/errno.ts'

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
  /** Keys nobody knows, as `file: key`. */
  unknownKeys: string[]
}

export function personalConfigPath(env: NodeJS.ProcessEnv): string {
  const base = env['XDG_CONFIG_HOME'] || join(env['HOME'] || homedir(), '.config')
  return join(base, 'sdd-orchestrator', 'config.json')
}

export const projectConfigPath = (projectDir: string): string =>
  join(projectDir, '.kiro', 'sdd-orchestrator.json')

export function loadConfig(projectDir: string, env: NodeJS.ProcessEnv): LoadedConfig {
  const personal = readConfigFile(personalConfigPath(env))
  const project = readConfigFile(projectConfigPath(projectDir))
  return {
    config: merge(personal.config, project.config),
    unknownKeys: [...personal.unknownKeys, ...project.unknownKeys],
  }
}

export function readConfigFile(file: string): LoadedConfig {
  const value = readJson(file)
  if (value === undefined) return { config: {}, unknownKeys: [] }
  const parsed = configSchema.safeParse(value)
  if (!parsed.success) throw problemIn(file, parsed.error)
  const strict = configSchema.strict().safeParse(value)
  const unknown = strict.success ? [] : strict.error.issues.flatMap(unknownKeysOf)
  return { config: parsed.data, unknownKeys: unknown.map((key) => `${file}: ${key}`) }
}

function readJson(file: string): unknown {
  let text: string
  try {
    text = readFileSync(file, 'utf8')
  } catch (error) {
    if (isMissing(error)) return undefined
    throw new BadConfig({ file, key: '(file)', allowed: describe(error) })
  }
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ''))
  } catch (error) {
    throw new BadConfig({ file, key: '(file)', allowed: `valid JSON (${describe(error)})` })
  }
}

function problemIn(file: string, error: z.ZodError): BadConfig {
  const issue = error.issues[0]
  const key = issue?.path.map(String).join('.') || '(file)'
  return new BadConfig({ file, key, allowed: issue?.message ?? 'another value' })
}

const unknownKeysOf = (issue: z.core.$ZodIssue): string[] =>
  issue.code === 'unrecognized_keys'
    ? issue.keys.map((key) => [...issue.path, key].map(String).join('.'))
    : []

function merge(personal: Config, project: Config): Config {
  return {
    ...personal,
    ...project,
    agents: { ...personal.agents, ...project.agents },
    timeoutMinutes: { ...personal.timeoutMinutes, ...project.timeoutMinutes },
    claude: { ...personal.claude, ...project.claude },
    simulated: { ...personal.simulated, ...project.simulated },
  }
}
