import { accessSync, constants, existsSync } from 'node:fs'
import { dirname } from 'node:path'
import { AGENT_PHASES } from '../contracts/phases.ts'
import { agentProblem } from '../host/agent-problem.ts'
import { builtInDrivers } from '../host/agents/drivers/built-in.ts'
import { resolveExecutable } from '../host/agents/executable.ts'
import { BadConfig, loadConfig, type LoadedConfig } from '../host/config.ts'
import { describe } from '../host/files/errno.ts'
import { settingsFrom } from '../host/settings.ts'
import type { Project } from './project.ts'
import { versionOf } from './version-of.ts'
import { installOf, wordsForRejection } from './wording.ts'

export interface Check {
  name: string
  /** `note`: something is missing that not everybody needs. */
  level: 'ok' | 'note' | 'problem'
  found: string
  remedy: string
}

type Env = NodeJS.ProcessEnv

const AGENT_CLIS = ['claude', 'codex', 'gemini', 'opencode'] as const

export async function checkAll(project: Project, env: Env): Promise<Check[]> {
  const agents = AGENT_CLIS.map((agent) => checkAgent(agent, env))
  return [
    checkNode(),
    checkPlatform(),
    await checkGit(env),
    ...(await Promise.all(agents)),
    { name: 'simulated', level: 'ok', found: 'built in; needs no CLI and no key', remedy: '' },
    checkProject(project),
    ...checkConfig(project, env),
  ]
}

function checkNode(): Check {
  const { version } = process
  const [major = 0, minor = 0] = version.slice(1).split('.').map(Number)
  const isRecent = major > 20 || (major === 20 && minor >= 19)
  return isRecent
    ? { name: 'node', level: 'ok', found: version, remedy: '' }
    : { name: 'node', level: 'problem', found: version, remedy: 'Install Node 20.19 or newer' }
}

function checkPlatform(): Check {
  const name = 'platform'
  switch (process.platform) {
    case 'linux':
      return { name, level: 'ok', found: 'Linux: fully supported', remedy: '' }
    case 'darwin':
      return { name, level: 'ok', found: 'macOS: supported', remedy: '' }
    case 'win32':
      return {
        name,
        level: 'problem',
        found: 'Windows',
        remedy: 'Use it inside WSL2: wsl --install, then install Node there',
      }
    default:
      return {
        name,
        level: 'note',
        found: `${process.platform}: never tried`,
        remedy: 'Linux and macOS are supported, Windows through WSL2',
      }
  }
}

async function checkGit(env: Env): Promise<Check> {
  const found = resolveExecutable({ command: () => ({ executable: 'git', program: null }) }, env)
  if (!found.ok)
    return {
      name: 'git',
      level: 'note',
      found: 'not found',
      remedy: 'Install git: without it you cannot see what an agent changed',
    }
  const version = await versionOf(found.value.path, env)
  return { name: 'git', level: 'ok', found: version.text, remedy: '' }
}

async function checkAgent(agent: string, env: Env): Promise<Check> {
  const variable = `SDD_${agent.toUpperCase()}_COMMAND`
  const executable = env[variable] || agent
  const found = resolveExecutable({ command: () => ({ executable, program: null }) }, env)
  const named = env[variable] ? ` (named in ${variable})` : ''
  if (!found.ok) {
    const isMissing = found.error.code === 'missing'
    return {
      name: agent,
      level: 'note',
      found: `${isMissing ? 'not found' : 'cannot be executed'}: ${found.error.path}${named}`,
      remedy: isMissing
        ? `${installOf(agent)}, or name its executable in ${variable}`
        : `chmod +x ${found.error.path}`,
    }
  }
  const { path } = found.value
  const version = await versionOf(path, env)
  if (!version.ok)
    return {
      name: agent,
      level: 'note',
      found: `${path}${named}: ${version.text}`,
      remedy: `Try it yourself: ${path} --version`,
    }
  const isDriven = builtInDrivers().has(agent)
  return {
    name: agent,
    level: isDriven ? 'ok' : 'note',
    found: `${version.text}, ${path}${named}`,
    remedy: isDriven ? '' : `This version does not drive ${agent} yet`,
  }
}

function checkProject({ folders, typed }: Project): Check {
  const { projectDir, specsDir, runtimeDir } = folders
  for (const folder of [specsDir, runtimeDir]) {
    const existing = nearest(folder)
    try {
      accessSync(existing, constants.W_OK)
    } catch (error) {
      const found = `${existing} cannot be written (${describe(error)})`
      const remedy = 'Give yourself write access to it'
      return { name: 'project', level: 'problem', found, remedy }
    }
  }
  const remedy = existsSync(specsDir) ? '' : `No specs yet: ${typed('new', 'my-feature')}`
  return { name: 'project', level: 'ok', found: projectDir, remedy }
}

const nearest = (path: string): string => (existsSync(path) ? path : nearest(dirname(path)))

function checkConfig(project: Project, env: Env): Check[] {
  let loaded: LoadedConfig
  try {
    loaded = loadConfig(project.folders.projectDir, env)
  } catch (error) {
    if (!(error instanceof BadConfig)) throw error
    const { file, key, allowed } = error
    const found = `${file}: ${key} has a wrong value`
    return [{ name: 'config', level: 'problem', found, remedy: `Allowed: ${allowed}` }]
  }
  const ignored = [...loaded.unknownKeys, ...loaded.notForProject]
  const found = ignored.length === 0 ? 'valid' : `ignored: ${ignored.join(', ')}`
  const level = ignored.length === 0 ? 'ok' : 'note'
  const agents = new Set(AGENT_PHASES.map((phase) => settingsFrom(loaded.config).agentFor(phase)))
  return [
    { name: 'config', level, found, remedy: '' },
    ...[...agents].map((agent) => checkChosen(agent, { project, loaded, env })),
  ]
}

interface Chosen {
  project: Project
  loaded: LoadedConfig
  env: Env
}

/** Claude is only the default: whoever has not chosen it does not need it. */
function checkChosen(agent: string, { project, loaded, env }: Chosen): Check {
  const { config } = loaded
  const problem = agentProblem(agent, builtInDrivers(), env)
  const found = `runs use ${agent}`
  if (problem === null) return { name: 'agent', level: 'ok', found, remedy: '' }
  const isChosen = [config.agent, ...Object.values(config.agents ?? {})].includes(agent)
  const { message, remedy } = wordsForRejection(problem, project.typed)
  return {
    name: 'agent',
    level: isChosen ? 'problem' : 'note',
    found: `${found}: ${message}`,
    remedy,
  }
}
