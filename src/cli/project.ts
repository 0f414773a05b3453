import { isItemName, isNewName, type ItemKind, type WorkItem } from '../contracts/work-item.ts'
import { AGENT_CHOICES, isAgentName } from '../core/agents/agent-table.ts'
import { resolve } from 'node:path'
import { approvablePhaseSchema, phaseSchema } from '../contracts/phase-schemas.ts'
import { APPROVABLE_PHASES, type ApprovablePhase, type Phase } from '../contracts/phases.ts'
import { phasesOf, workflowOf } from '../core/workflow/workflows.ts'
import { loadConfig, type LoadedConfig } from '../host/config/load-config.ts'
import { openSettings } from '../host/config/open-settings.ts'
import {
  findProject,
  outsideWorktrees,
  personOf,
  type NotTaken,
} from '../host/project/find-project.ts'
import {
  checkKiroFolder,
  foldersOf,
  isFolder,
  type ProjectFolders,
} from '../host/project/folders.ts'
import { itemsShortened } from '../host/project/item-folders.ts'
import { isListed } from '../host/rows/listed-specs.ts'
import { settingsFrom, type Settings } from '../host/config/settings.ts'
import { quoted } from '../host/shell/quoted.ts'
import { BUG_COMMANDS } from './bug-commands.ts'
import type { Invocation, RemotePlace } from './command.ts'
import { Refused, UsageError } from './problems.ts'
import { oneOf } from './words/commands/closest.ts'
import { commandLine } from './words/commands/command-line.ts'
import type { Words } from './words/rejections/words.ts'

/** Makes a command line that reaches the same project when the user types it. */
export type Typed = (...words: string[]) => string

export interface Project {
  folders: ProjectFolders
  /** How messages refer to it. */
  place: string
  typed: Typed
  /** Which work items the command is about. */
  kind: ItemKind
}

export interface ProjectContext extends Project {
  settings: Settings
  env: NodeJS.ProcessEnv
  /** Set for a project of a fleet. */
  remote?: RemotePlace
}

export function locateProject(invocation: Invocation): Project {
  const { project, problem } = surroundingsOf(invocation)
  if (problem !== null) throw new UsageError(problem.message, problem.remedy)
  return ofKind(project, invocation.kind)
}

/** For commands that also work without a project. */
export function surroundingsOf(invocation: Invocation): Surroundings {
  if (invocation.remote) return { project: projectIn(invocation.remote), problem: null }
  const given = invocation.text('project')
  const surroundings =
    given === undefined
      ? lookAround(invocation.env)
      : { project: namedProject(given), problem: null }
  if (surroundings.problem === null) checkKiroFolder(surroundings.project.folders)
  return surroundings
}

export const projectIn = (remote: RemotePlace): Project => ({
  folders: remote.folders,
  place: 'this project of the fleet',
  typed: (...words) => remote.typed(commandLine(...words)),
  kind: 'spec',
})

/** The named folder itself, whatever lies above it. */
export function namedProject(given: string): Project {
  const dir = resolve(given)
  if (!isFolder(dir))
    throw new UsageError(`There is no folder ${dir}`, 'Give an existing folder: --project DIR')
  return projectAt(outsideWorktrees(dir), true)
}

export interface Surroundings {
  project: Project
  /** Why the folder is not a project unless named explicitly; null if it may be one. */
  problem: Words | null
}

/** The project around the current folder; if it is not taken as one, that folder and why. */
export function lookAround(env: NodeJS.ProcessEnv): Surroundings {
  let here: string
  try {
    here = process.cwd()
  } catch {
    const message = 'The current folder no longer exists'
    return {
      project: projectAt('/', false),
      problem: { message, remedy: 'Change to another folder' },
    }
  }
  const found = findProject(here, personOf(env))
  if (found.ok) return { project: projectAt(found.value, false), problem: null }
  return { project: projectAt(found.error.dir, false), problem: wordsForNotTaken(found.error) }
}

const NOT_TAKEN: Record<NotTaken['why'], string> = {
  home: 'is your home folder',
  foreign: 'belongs to another user',
  'open-to-all': 'is writable by every user',
}

const wordsForNotTaken = ({ dir, why }: NotTaken): Words => ({
  message: `${dir} ${NOT_TAKEN[why]}, so it is used as a project only if you name it`,
  remedy: `Change to your project folder, or add --project ${quoted(dir)}`,
})

export function projectAt(dir: string, mustBeNamed: boolean): Project {
  const suffix = mustBeNamed ? ` --project ${quoted(dir)}` : ''
  const folders = foldersOf(dir, process.env)
  return {
    folders,
    place: folders.projectDir,
    typed: (...words) => `${commandLine(...words)}${suffix}`,
    kind: 'spec',
  }
}

/** For a bug, typed command lines begin with `bug` where bugs have that verb. */
export function ofKind(project: Project, kind: ItemKind): Project {
  if (kind === project.kind) return project
  const { typed } = project
  return {
    ...project,
    kind,
    typed: (verb = '', ...words) =>
      Object.hasOwn(BUG_COMMANDS, verb) ? typed('bug', verb, ...words) : typed(verb, ...words),
  }
}

/** The project with its configuration, for commands that may start something. */
export function openProjectContext(invocation: Invocation): ProjectContext {
  const project = locateProject(invocation)
  const { env, remote } = invocation
  // The fleet decides whose configuration applies.
  if (remote) return { ...project, settings: settingsFrom({}), env, remote }
  loadConfigAndWarn(project, invocation)
  return { ...project, settings: openSettings(project.folders.projectDir, env), env }
}

/** Loads the configuration and warns about every value that has no effect. */
export function loadConfigAndWarn(
  project: Project | null,
  { env, output }: Invocation,
): LoadedConfig {
  const loaded = loadConfig(project?.folders.projectDir ?? null, env)
  const { unknownKeys, notForProject, capped, sources } = loaded
  for (const key of unknownKeys) output.warn(`Warning: ${key} is not a known key; ignored`)
  for (const key of notForProject)
    output.warn(`Warning: ${key} is ignored: only your personal configuration may set it`)
  for (const { key, wanted, ceiling, by } of capped)
    output.warn(
      `Warning: ${sources.at(-1)?.file}: ${key} ${wanted} is capped at ${ceiling}, ${by === 'default' ? 'the default' : 'your own limit'}; raise yours with: sdd config set ${key} ${wanted}`,
    )
  return loaded
}

/** Checks the name before any path is built from it. */
export function newItemCalled({ kind }: { kind: ItemKind }, name: string): WorkItem {
  if (!isNewName(name)) throw new Refused({ code: 'BAD_NAME', name, kind })
  return { kind, name }
}

/** Finds an item by name; `./-rf` is one that would otherwise be read as an option. */
export function existingItem(project: Project, given: string): WorkItem {
  const { kind, folders } = project
  const name = given.replace(/^\.\//, '')
  if (!isItemName(name)) throw new Refused({ code: 'BAD_NAME', name: given, kind })
  const item = { kind, name }
  if (isListed(folders, item)) return item
  const [found, ...others] = itemsShortened(folders, item)
  if (found === undefined) throw new Refused({ code: 'NOT_FOUND', item })
  if (others.length === 0) return found
  const choices = [found, ...others].map((one) => quoted(one.name)).join(', ')
  throw new UsageError(`${name} is the name of several ${kind}s`, `Name one of them: ${choices}`)
}

export function phaseNamed(name: string, kind: ItemKind): Phase {
  const phases = phasesOf(workflowOf({ workflow: kind }))
  const phase = phases.find((known) => known === name)
  if (phase !== undefined) return phase
  throw new UsageError(`${name || 'An empty name'} is not a phase`, oneOf(name, phases))
}

/** A phase whose result the user can approve or reject; `act` is for the error message. */
export function approvableNamed(name: string, act: 'approved' | 'rejected'): ApprovablePhase {
  const parsed = approvablePhaseSchema.safeParse(name)
  if (parsed.success) return parsed.data
  if (phaseSchema.safeParse(name).success)
    throw new UsageError(`${name} cannot be ${act}`, `These can: ${APPROVABLE_PHASES.join(', ')}`)
  throw new UsageError(`${name || 'An empty name'} is not a phase`, oneOf(name, APPROVABLE_PHASES))
}

export function agentNamed(name: string | undefined): string | null {
  if (name === undefined) return null
  if (isAgentName(name)) return name
  throw new UsageError(`${name || 'An empty name'} is not an agent`, oneOf(name, AGENT_CHOICES))
}

/** `--go` and `--nogo`: repeats add up, a phase in both is refused. */
export function permissionChanges(invocation: Invocation): { go: Phase[]; nogo: Phase[] } {
  const go = phasesIn(invocation, 'go')
  const nogo = phasesIn(invocation, 'nogo')
  const both = go.find((phase) => nogo.includes(phase))
  if (both !== undefined) throw new Refused({ code: 'PERMISSION_CONFLICT', phase: both })
  return { go, nogo }
}

function phasesIn(invocation: Invocation, option: 'go' | 'nogo'): Phase[] {
  const names = invocation.list(option).flatMap((value) => value.split(','))
  return [...new Set(names.map((name) => phaseNamed(name.trim(), invocation.kind)))]
}
