import { acpName } from '../../../core/agents/acp.ts'
import { AGENT_PHASES } from '../../../contracts/phases.ts'
import type { AgentCheck, Checkup, LoginState } from '../../../contracts/views/settings-view.ts'
import { agentProblem } from '../../../host/agents/launch/agent-problem.ts'
import { builtInDrivers } from '../../../host/agents/drivers/built-in.ts'
import { checkUp } from '../../../host/doctor/checkup.ts'
import { logInWords } from '../../../core/agents/agent-table.ts'
import { BadConfig, loadConfig, type LoadedConfig } from '../../../host/config/load-config.ts'
import { settingsFrom } from '../../../host/config/settings.ts'
import type { Project, Surroundings } from '../../project.ts'
import { checkGrading } from './grading-lines.ts'
import { checkSpecs } from './specs-lines.ts'
import { checkSteering } from './steering-lines.ts'
import { checkVerifying } from './verifying-lines.ts'
import { repositoryWords } from '../repository-words.ts'
import type { Words } from '../rejections/words.ts'
import { wordsForRejection } from '../wording.ts'

export interface Check {
  name: string
  /** `note`: something is missing that you may not need. */
  level: 'ok' | 'note' | 'problem'
  found: string
  remedy: string
}

type Env = NodeJS.ProcessEnv

export async function checkAll(surroundings: Surroundings, env: Env): Promise<Check[]> {
  const { project, problem } = surroundings
  const folders = problem === null ? project.folders : null
  const checkup = await checkUp({ folders, settings: settingsFrom({}), env })
  return [
    nodeCheck(checkup),
    platformCheck(checkup),
    gitCheck(checkup),
    ...checkup.agents.map((agent) => agentCheck(agent, env)),
    problem === null ? projectCheck(checkup, project) : noProject(problem),
    ...(problem === null ? repositoryCheck(checkup, project) : []),
    ...checkConfig(surroundings, env, checkup),
    ...(problem === null ? checkSpecs(project, env) : []),
    ...(problem === null ? checkSteering(project) : []),
    ...(problem === null ? checkVerifying(project, env) : []),
  ]
}

const nodeCheck = ({ node: { version, ok } }: Checkup): Check =>
  ok
    ? { name: 'node', level: 'ok', found: version, remedy: '' }
    : { name: 'node', level: 'problem', found: version, remedy: 'Install Node 20.19 or newer' }

function platformCheck({ platform }: Checkup): Check {
  const name = 'platform'
  switch (platform.supported) {
    case 'yes':
      return {
        name,
        level: 'ok',
        found: platform.name === 'linux' ? 'Linux: fully supported' : 'macOS: supported',
        remedy: '',
      }
    case 'wsl':
      return {
        name,
        level: 'problem',
        found: 'Windows',
        remedy: 'Use it inside WSL2: wsl --install, then install Node there',
      }
    case 'unknown':
      return {
        name,
        level: 'note',
        found: `${platform.name}: not tested`,
        remedy: 'Linux and macOS are supported, Windows through WSL2',
      }
    default:
      return platform.supported satisfies never
  }
}

const gitCheck = ({ git: { version } }: Checkup): Check =>
  version === null
    ? {
        name: 'git',
        level: 'note',
        found: 'not found',
        remedy: 'Install git to see what an agent changes',
      }
    : { name: 'git', level: 'ok', found: version, remedy: '' }

const LOGIN_WORDS: Record<LoginState, string> = {
  key: 'logged in (key)',
  account: 'logged in',
  none: 'not logged in',
  unknown: 'login unknown',
}

function agentCheck(check: AgentCheck, env: Env): Check {
  const { agent: name, state, login, version, path, variable, install } = check
  if (path === null)
    return { name, level: 'ok', found: 'built in; needs no CLI and no key', remedy: '' }
  const place = env[variable] ? `${path} (set in ${variable})` : path
  switch (state) {
    case 'ready':
      return {
        name,
        level: login === 'none' ? 'note' : 'ok',
        found: `${version}, ${place}, ${LOGIN_WORDS[login]}`,
        remedy:
          login === 'none' ? `Log in: ${logInWords(name, 'en') ?? 'use its own program'}` : '',
      }
    case 'silent':
      return {
        name,
        level: 'note',
        found: `${place}: ${version}`,
        remedy: `Try it yourself: ${path} --version`,
      }
    case 'missing':
      return {
        name,
        level: 'note',
        found: `not found: ${place}`,
        remedy: `${install}, or set ${variable} to its executable`,
      }
    case 'not-executable':
      return {
        name,
        level: 'note',
        found: `not executable: ${place}`,
        remedy: `chmod +x ${path}`,
      }
    default:
      return state satisfies never
  }
}

const noProject = ({ message, remedy }: Words): Check => ({
  name: 'project',
  level: 'note',
  found: message,
  remedy,
})

function repositoryCheck({ git }: Checkup, { folders }: Project): Check[] {
  const { version, repository } = git
  if (version === null || repository === null) return []
  const words = repositoryWords(repository, folders.projectDir)
  return words === null
    ? []
    : [{ name: 'repository', level: 'note', found: words.message, remedy: words.remedy }]
}

function projectCheck(
  { project: { dir, writable, hasSpecs } }: Checkup,
  { typed }: Project,
): Check {
  const name = 'project'
  if (!writable)
    return {
      name,
      level: 'problem',
      found: `${dir}: the .kiro folder is not writable`,
      remedy: 'Give yourself write access to it',
    }
  const remedy = hasSpecs ? '' : `No specs yet: ${typed('new', 'my-feature')}`
  return { name, level: 'ok', found: dir, remedy }
}

function checkConfig({ project, problem }: Surroundings, env: Env, checkup: Checkup): Check[] {
  let loaded: LoadedConfig
  try {
    loaded = loadConfig(problem === null ? project.folders.projectDir : null, env)
  } catch (error) {
    if (!(error instanceof BadConfig)) throw error
    const { file, key, allowed } = error
    const found = `${file}: ${key} has an invalid value`
    return [{ name: 'config', level: 'problem', found, remedy: `Allowed: ${allowed}` }]
  }
  const ignored = [...loaded.unknownKeys, ...loaded.notForProject]
  const found = ignored.length === 0 ? 'valid' : `ignored: ${ignored.join(', ')}`
  const level = ignored.length === 0 ? 'ok' : 'note'
  const settings = settingsFrom(loaded.config)
  const agents = new Set(AGENT_PHASES.map((phase) => settings.planFor(phase, {}).agent))
  return [
    { name: 'config', level, found, remedy: '' },
    ...[...agents].map((agent) => checkChosen(agent, { project, loaded, env })),
    ...checkGrading(settings, checkup, project),
    ...settings.fallback.map((agent) => checkFallback(agent, { project, loaded, env })),
    ...Object.keys(settings.acp).map((name) => checkAcp(acpName(name), { project, loaded, env })),
  ]
}

interface Chosen {
  project: Project
  loaded: LoadedConfig
  env: Env
}

/** An agent that is only the default may be missing. */
function checkChosen(agent: string, { project, loaded, env }: Chosen): Check {
  const { config } = loaded
  const problem = agentProblem(agent, builtInDrivers({ acp: config.acp }), env)
  const found = `runs use ${agent}`
  if (problem === null) return { name: 'agent', level: 'ok', found, remedy: '' }
  const isChosen = [config.agent, ...Object.values(config.agents ?? {})].includes(agent)
  const { message, remedy } = wordsForRejection(problem, project)
  return {
    name: 'agent',
    level: isChosen ? 'problem' : 'note',
    found: `${found}: ${message}`,
    remedy,
  }
}

function checkFallback(agent: string, { project, loaded, env }: Chosen): Check {
  const problem = agentProblem(agent, builtInDrivers({ acp: loaded.config.acp }), env)
  const found = `${agent} takes over when another agent has no quota`
  if (problem === null) return { name: 'fallback', level: 'ok', found, remedy: '' }
  const { message, remedy } = wordsForRejection(problem, project)
  return { name: 'fallback', level: 'note', found: `${found}: ${message}`, remedy }
}

function checkAcp(agent: string, { project, loaded, env }: Chosen): Check {
  const problem = agentProblem(agent, builtInDrivers({ acp: loaded.config.acp }), env)
  if (problem === null) return { name: agent, level: 'ok', found: 'login unknown', remedy: '' }
  const { message, remedy } = wordsForRejection(problem, project)
  return { name: agent, level: 'note', found: message, remedy }
}
