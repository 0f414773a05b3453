import { accessSync, constants, existsSync } from 'node:fs'
import { dirname } from 'node:path'
import { AGENT_PHASES, type AgentPhase } from '../../contracts/phases.ts'
import type { AgentCheck, Checkup } from '../../contracts/views/settings-view.ts'
import { acpName } from '../../core/agents/acp.ts'
import {
  BUILT_IN_AGENT,
  INSTALLED_AGENTS,
  type InstalledAgent,
} from '../../core/agents/agent-table.ts'
import { loginState } from './agent-login.ts'
import { builtInDrivers, executableOf } from '../agents/drivers/built-in.ts'
import { resolveExecutable } from '../agents/process/executable.ts'
import { versionOf } from '../agents/process/version-of.ts'
import { LinkRefused } from '../files/own-files.ts'
import { repositoryState } from '../git/repository-state.ts'
import { listSpecs, type ProjectFolders } from '../project/folders.ts'
import type { Settings } from '../config/settings.ts'

type Env = NodeJS.ProcessEnv

interface Subject {
  /** Null when no project is open. */
  folders: ProjectFolders | null
  settings: Settings
  env: Env
}

/** What is installed on this machine, what is missing, and how to get it. */
export async function checkUp({ folders, settings, env }: Subject): Promise<Checkup> {
  const usedFor = (agent: string): AgentPhase[] =>
    AGENT_PHASES.filter((phase) => settings.planFor(phase, {}).agent === agent)
  const agents = INSTALLED_AGENTS.map((agent) => checkAgent(agent, { env, usedFor }))
  return {
    node: checkNode(),
    platform: { name: process.platform, supported: supported() },
    git: {
      version: await gitVersion(env),
      repository: folders === null ? null : await repositoryState(folders.projectDir, env),
    },
    agents: [
      ...(await Promise.all(agents)),
      ...ownAgents(settings, { env, usedFor }),
      builtIn(usedFor(BUILT_IN_AGENT)),
    ],
    project: checkProject(folders),
  }
}

function checkNode(): Checkup['node'] {
  const { version } = process
  const [major = 0, minor = 0] = version.slice(1).split('.').map(Number)
  return { version, ok: major > 20 || (major === 20 && minor >= 19) }
}

function supported(): Checkup['platform']['supported'] {
  if (process.platform === 'win32') return 'wsl'
  return process.platform === 'linux' || process.platform === 'darwin' ? 'yes' : 'unknown'
}

async function gitVersion(env: Env): Promise<string | null> {
  const found = resolveExecutable({ command: () => ({ executable: 'git', program: null }) }, env)
  return found.ok ? (await versionOf(found.value.path, env)).text : null
}

interface CheckContext {
  env: Env
  usedFor: (agent: string) => AgentPhase[]
}

async function checkAgent(
  { name: agent, cli }: InstalledAgent,
  { env, usedFor }: CheckContext,
): Promise<AgentCheck> {
  const executable = executableOf(cli, env)
  const about = {
    agent,
    variable: cli.variable ?? '',
    install: cli.install,
    usedFor: usedFor(agent),
    login: loginState(cli.login, env),
  }
  const found = resolveExecutable({ command: () => ({ executable, program: null }) }, env)
  if (!found.ok) {
    const { code, path } = found.error
    const state = code === 'missing' ? 'missing' : 'not-executable'
    return { ...about, state, version: null, path }
  }
  const { path } = found.value
  const version = await versionOf(path, env)
  return { ...about, state: version.ok ? 'ready' : 'silent', version: version.text, path }
}

/** Only checks that their programs exist: running an unknown program could do anything. */
function ownAgents({ acp }: Settings, { env, usedFor }: CheckContext): AgentCheck[] {
  const drivers = builtInDrivers({ acp })
  return Object.keys(acp).flatMap((name) => {
    const agent = acpName(name)
    const driver = drivers.get(agent)
    if (driver === undefined) return []
    const found = resolveExecutable(driver, env)
    return {
      agent,
      state: found.ok ? 'ready' : found.error.code === 'missing' ? 'missing' : 'not-executable',
      login: 'unknown',
      version: null,
      path: found.ok ? found.value.path : found.error.path,
      variable: '',
      install: '',
      usedFor: usedFor(agent),
    } satisfies AgentCheck
  })
}

const builtIn = (usedFor: AgentPhase[]): AgentCheck => ({
  agent: BUILT_IN_AGENT,
  state: 'ready',
  login: 'unknown',
  version: null,
  path: null,
  variable: '',
  install: '',
  usedFor,
})

function checkProject(folders: ProjectFolders | null): Checkup['project'] {
  if (folders === null) return { dir: '', writable: false, hasSpecs: false }
  const { projectDir, specsDir, runtimeDir } = folders
  const writable = [specsDir, runtimeDir].every((folder) => mayWrite(nearest(folder)))
  return { dir: projectDir, writable, hasSpecs: hasSpecs(folders) }
}

/** Specs behind a link that leads out of the project do not count. */
function hasSpecs(folders: ProjectFolders): boolean {
  try {
    return listSpecs(folders).length > 0
  } catch (error) {
    if (error instanceof LinkRefused) return false
    throw error
  }
}

/** The folder itself, or the closest existing folder above it. */
const nearest = (path: string): string => (existsSync(path) ? path : nearest(dirname(path)))

function mayWrite(folder: string): boolean {
  try {
    accessSync(folder, constants.W_OK)
    return true
  } catch {
    return false
  }
}
