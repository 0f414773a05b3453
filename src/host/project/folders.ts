import { isSpec, type SpecItem, type WorkItem } from '../../contracts/work-item.ts'
import { accessSync, constants, existsSync, realpathSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { OTHER_ROOTS } from '../../core/formats/layouts.ts'
import { folderOf, isItemWith } from '../../core/formats/item-place.ts'
import { PROJECT_NOTE } from '../agents/folder/agent-folder.ts'
import { errnoOf, isMissing } from '../files/errno.ts'
import { preparePersonalFolder } from '../files/personal-folder.ts'
import {
  guardFolders,
  isBehindLink,
  LinkRefused,
  makeFolder,
  namesIn,
  refuseLinks,
  refuseLinksOut,
  replaceFile,
  writeNewFile,
} from '../files/own-files.ts'
import { RECORD_FILES } from '../files/spec-json-file.ts'
import { findItems } from './item-folders.ts'
import { projectIdOf } from './project-id.ts'
import { sealOf, type Seal } from './seal.ts'
import { stateFolder } from './state-folder.ts'

export interface ProjectFolders {
  projectDir: string
  kiroDir: string
  specsDir: string
  bugsDir: string
  archiveDir: string
  runtimeDir: string
  /** In the user's own folder: a repository can neither contain a lock nor delete it. */
  readonly lockDir: string
  /**
   * In the user's own folder: an agent that is confined to the project cannot write how another
   * one ended, what it cost or what it was allowed.
   */
  readonly agentsDir: string
  /** In the user's own folder: what people chose, and what this computer wrote in event logs. */
  readonly keptDir: string
  /** Signs the files in `runtimeDir`. */
  seal: Seal
}

export function foldersOf(project: string, env: NodeJS.ProcessEnv): ProjectFolders {
  // Agents have their own working directory: a relative path would lead them elsewhere.
  const projectDir = resolve(project)
  const kiroDir = join(projectDir, '.kiro')
  guardFolders(projectDir, OTHER_ROOTS)
  const ownDir = (name: string): string =>
    join(stateFolder(env), name, existsSync(projectDir) ? projectIdOf(projectDir) : '-')
  const known = new Map<string, string>()
  const knownDir = (name: string): string => {
    const dir = known.get(name) ?? ownDir(name)
    if (!known.has(name) && existsSync(projectDir)) known.set(name, dir)
    return dir
  }
  return {
    projectDir,
    kiroDir,
    specsDir: join(kiroDir, 'specs'),
    bugsDir: join(kiroDir, 'bugs'),
    archiveDir: join(kiroDir, 'archive'),
    runtimeDir: join(kiroDir, 'runtime'),
    get lockDir() {
      return ownDir('hosts')
    },
    get agentsDir() {
      return knownDir('agents')
    },
    get keptDir() {
      return knownDir('kept')
    },
    seal: sealOf(projectDir, env),
  }
}

export const itemDirOf = ({ projectDir }: ProjectFolders, item: WorkItem): string =>
  join(projectDir, folderOf(item))

export function hasRecord(folders: ProjectFolders, item: WorkItem): boolean {
  return existsSync(join(itemDirOf(folders, item), RECORD_FILES[item.kind]))
}

/** An item may have only documents; its record is written when someone acts on it. */
export const itemExists = (folders: ProjectFolders, item: WorkItem): boolean =>
  hasRecord(folders, item) || hasDocuments(folders, item)

function hasDocuments(folders: ProjectFolders, item: WorkItem): boolean {
  const dir = itemDirOf(folders, item)
  try {
    return !isBehindLink(dir) && isItemWith(item, namesIn(dir))
  } catch (error) {
    if (errnoOf(error) === null) throw error
    return false
  }
}

export const listSpecs = ({ projectDir }: ProjectFolders): SpecItem[] =>
  findItems(projectDir, 'spec').items.filter(isSpec)

export const listBugs = ({ projectDir }: ProjectFolders): WorkItem[] =>
  findItems(projectDir, 'bug').items

export const listItems = (folders: ProjectFolders): WorkItem[] => [
  ...listSpecs(folders),
  ...listBugs(folders),
]

export class NotWritable extends Error {
  readonly path: string

  constructor(path: string, cause: unknown) {
    super(`${path} cannot be written`, { cause })
    this.path = path
  }
}

/** A file in place of a folder would otherwise fail later with ENOTDIR. */
export function checkKiroFolder({ kiroDir, runtimeDir }: ProjectFolders): void {
  refuseLinks(kiroDir)
  for (const folder of [kiroDir, runtimeDir]) {
    const stat = statSync(folder, { throwIfNoEntry: false })
    if (stat !== undefined && !stat.isDirectory())
      throw new NotWritable(folder, new Error('it is a file, and a folder is needed there'))
  }
}

/** Created before anything runs, with its own .gitignore: the user's is never touched. */
export function prepareRuntime(folders: ProjectFolders): void {
  const { runtimeDir, specsDir, bugsDir } = folders
  checkKiroFolder(folders)
  try {
    refuseLinks(specsDir)
    refuseLinksOut(bugsDir)
    makeFolder(join(runtimeDir, 'runs'), 0o700)
    const ignore = join(runtimeDir, '.gitignore')
    refuseLinks(ignore)
    if (!existsSync(ignore)) writeNewFile(ignore, '*\n', 0o644)
    accessSync(runtimeDir, constants.W_OK)
  } catch (error) {
    if (error instanceof LinkRefused) throw error
    throw new NotWritable(runtimeDir, error)
  }
  prepareAgents(folders)
}

function prepareAgents({ agentsDir, projectDir }: ProjectFolders): void {
  try {
    preparePersonalFolder(agentsDir)
    const note = join(agentsDir, PROJECT_NOTE)
    if (!existsSync(note)) replaceFile(note, realpathSync.native(projectDir))
  } catch (error) {
    throw new NotWritable(agentsDir, error)
  }
}

export const isFolder = (path: string): boolean => {
  try {
    return statSync(path).isDirectory()
  } catch (error) {
    if (isMissing(error)) return false
    throw error
  }
}
