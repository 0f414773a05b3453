import { folderOf } from '../../core/formats/item-place.ts'
import { lstatSync, type Dirent } from 'node:fs'
import { dirname, isAbsolute, join, normalize, sep } from 'node:path'
import {
  copyNewFile,
  copyNewLink,
  entriesIn,
  lookingOnce,
  makeFolder,
  refuseLinks,
  refuseLinksOut,
} from '../files/own-files.ts'
import { Found } from './findings.ts'
import { isHostFile, type GitWorld, type WorktreePlace } from './git-context.ts'

interface Documents {
  /** Relative to the top. */
  tracked: string[]
  /** Ignored by git: copied and never committed. */
  ignored: string[]
}

/** The item's own files in the checkout, without the host's. */
export async function documentsOf({ repository, item }: GitWorld): Promise<Documents> {
  const { git, top } = repository
  const all = filesBelow(top, folderOf(item)).filter((path) => !isHostFile(path))
  if (all.length === 0) return { tracked: [], ignored: [] }
  const input = all.map((path) => `${path}\0`).join('')
  // Exit code 1 means that none of them is ignored.
  const { out } = await git.run(['check-ignore', '-z', '--stdin'], { input, cwd: top })
  const ignored = new Set(out.toString('utf8').split('\0').slice(0, -1))
  return {
    tracked: all.filter((path) => !ignored.has(path)),
    ignored: all.filter((path) => ignored.has(path)),
  }
}

/** Only plain files: a link would lead the agent to its target. */
export function filesBelow(top: string, folder: string): string[] {
  let entries: Dirent[]
  try {
    entries = entriesIn(join(top, folder), top)
  } catch {
    return []
  }
  return entries.flatMap((entry) => {
    const path = `${folder}/${entry.name}`
    if (entry.isDirectory()) return filesBelow(top, path)
    return entry.isFile() && !entry.name.endsWith('.tmp') ? [path] : []
  })
}

/** Copies the documents that no commit can contain. */
export async function copyDocuments(world: GitWorld, { path }: WorktreePlace): Promise<void> {
  const { ignored } = await documentsOf(world)
  const below = { from: world.repository.top, to: path }
  for (const file of ignored) copyNew(file, below)
}

/** Copies files that git ignores but the user wants in each worktree, such as `.env`. */
export const copyIgnoredFiles = (world: GitWorld, place: WorktreePlace): void =>
  lookingOnce(() => copyNamed(world, place))

function copyNamed({ settings, folders }: GitWorld, { path }: WorktreePlace): void {
  for (const name of settings.copy) {
    if (isAbsolute(name) || normalize(name).split(sep)[0] === '..')
      throw new Found({ problem: 'copy-outside', values: { name, dir: folders.projectDir } })
    const from = join(folders.projectDir, name)
    refuseLinksOut(from, folders.projectDir)
    const stat = lstatSync(from, { throwIfNoEntry: false })
    const below = { from: folders.projectDir, to: path }
    if (stat?.isDirectory() === true) copyFolder(normalize(name), below)
    else if (stat?.isFile() === true) copyNew(normalize(name), below)
  }
}

interface Between {
  from: string
  to: string
}

/** Existing files stay. Links are copied as they are; what is neither file nor folder is left out. */
function copyFolder(folder: string, below: Between): void {
  makeFolder(join(below.to, folder), undefined, below.to)
  for (const entry of entriesIn(join(below.from, folder), below.from)) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) copyFolder(path, below)
    else if (entry.isFile()) copyNew(path, below)
    else if (entry.isSymbolicLink() && isFree(join(below.to, path)))
      copyNewLink(join(below.from, path), join(below.to, path), below)
  }
}

/** Existing files stay. */
function copyNew(path: string, below: Between): void {
  const [from, to] = [join(below.from, path), join(below.to, path)]
  refuseLinks(dirname(to), below.to)
  if (isFree(to)) copyNewFile(from, to, below)
}

const isFree = (path: string): boolean => lstatSync(path, { throwIfNoEntry: false }) === undefined
